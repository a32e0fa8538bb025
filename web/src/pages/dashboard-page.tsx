import { pages } from "@clanhall/contract/pages";
import { useLocation, useNavigate } from "@tanstack/react-router";
import { ScoreboardsWidget } from "../features/scoreboards/scoreboards-widget.tsx";
import { readText } from "../lib/read-answer.ts";
import styles from "./dashboard-page.module.css";

export function DashboardPage() {
  const navigate = useNavigate();
  const openId = useLocation({ select: ({ search }) => readText(search, "board") ?? null });
  // Going back closes the board; closing it leaves no way forward to it.
  const open = (id: string | null) =>
    void navigate({
      to: pages.dashboard.path,
      search: (before: Record<string, unknown>) => ({ ...before, board: id ?? undefined }),
      replace: id === null,
      resetScroll: false,
    });
  return (
    <section className={styles.page}>
      <h1>Dashboard</h1>
      <div className={styles.widgets}>
        <ScoreboardsWidget openId={openId} onOpen={open} />
      </div>
    </section>
  );
}
