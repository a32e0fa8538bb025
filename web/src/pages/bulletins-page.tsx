import type { ClanCard } from "@clanhall/contract/clans";
import { pages } from "@clanhall/contract/pages";
import { useLocation, useNavigate } from "@tanstack/react-router";
import {
  type BulletinsChange,
  readBulletinsAddress,
  toBulletinsSearch,
} from "../features/bulletins/bulletins-address.ts";
import { BulletinsSection } from "../features/bulletins/bulletins-section.tsx";
import { ClanPicker, useChosenClan } from "../domain/clan-picker.tsx";
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
      {clan && userId && <BulletinsOf key={`${userId} ${clan.id}`} clan={clan} userId={userId} />}
    </section>
  );
}

function BulletinsOf({ clan, userId }: { clan: ClanCard; userId: string }) {
  const navigate = useNavigate();
  const address = useLocation({ select: ({ search }) => readBulletinsAddress(search), structuralSharing: true });
  const go = (change: BulletinsChange, replace: boolean) =>
    void navigate({
      to: pages.bulletins.path,
      search: (before: Record<string, unknown>) => ({
        ...before,
        clan: clan.id,
        ...toBulletinsSearch({ ...address, ...change }),
      }),
      replace,
      resetScroll: false,
    });
  return (
    <BulletinsSection
      clan={clan}
      userId={userId}
      address={address}
      onFilter={(change) => go(change, true)}
      onShow={(change) => go(change, false)}
    />
  );
}
