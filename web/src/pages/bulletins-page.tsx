import { ClanPicker, useChosenClan } from "../domain/clan-picker.tsx";
import { BulletinList } from "../features/bulletins/list.tsx";
import { useSession } from "../lib/session.ts";
import styles from "./bulletins-page.module.css";

export function BulletinsPage() {
  const chosen = useChosenClan("clan.view");
  const userId = useSession()?.userId;
  const { clan } = chosen;
  return (
    <section className={styles.page}>
      <div className={styles.head}>
        <h1>Bulletins</h1>
        <ClanPicker chosen={chosen} />
      </div>
      {clan && userId && <BulletinList key={`${userId} ${clan.id}`} clan={clan} userId={userId} />}
    </section>
  );
}
