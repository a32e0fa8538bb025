import type { ClanCard } from "@clanhall/contract/clans";
import { pages } from "@clanhall/contract/pages";
import { useLocation, useNavigate } from "@tanstack/react-router";
import { ClanPicker, useChosenClan } from "../domain/clan-picker.tsx";
import { type BoardsChange, readBoardsAddress, toBoardsSearch } from "../features/scoreboards/boards-address.ts";
import { BoardsSection } from "../features/scoreboards/boards-section.tsx";
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
      {clan && <BoardsOf key={clan.id} clan={clan} />}
    </section>
  );
}

function BoardsOf({ clan }: { clan: ClanCard }) {
  const navigate = useNavigate();
  const address = useLocation({ select: ({ search }) => readBoardsAddress(search), structuralSharing: true });
  const go = (change: BoardsChange, replace: boolean) =>
    void navigate({
      to: pages.scoreboards.path,
      search: (before: Record<string, unknown>) => ({
        ...before,
        clan: clan.id,
        ...toBoardsSearch({ ...address, ...change }),
      }),
      replace,
      resetScroll: false,
    });
  return (
    <BoardsSection
      clan={clan}
      address={address}
      onFilter={(change) => go(change, true)}
      onShow={(change) => go(change, false)}
    />
  );
}
