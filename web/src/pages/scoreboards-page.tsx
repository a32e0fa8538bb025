import { ClanPicker, useChosenClan } from "../domain/clan-picker.tsx";
import { ScoreboardList } from "../features/scoreboards/list.tsx";
import styles from "./scoreboards-page.module.css";

export function ScoreboardsPage() {
  const chosen = useChosenClan("clan.view");
  const { clan } = chosen;
  return (
    <section className={styles.page}>
      <div className={styles.head}>
        <h1>Scoreboards</h1>
        <ClanPicker chosen={chosen} />
      </div>
      {clan && <ScoreboardList key={clan.id} clan={clan} />}
    </section>
  );
}
