import { useLocation } from "@tanstack/react-router";
import { ClanPage } from "../domain/clan-page.tsx";
import { ScoreboardList } from "../features/scoreboards/list.tsx";
import { type Fields, readText } from "../lib/compat/read-answer.ts";

export function ScoreboardsPage() {
  const isOne = useLocation({ select: ({ search }) => isBoardPage(search) });
  return (
    <ClanPage title="Scoreboards" isTitleHidden={isOne} action="clan.view">
      {(clan) => <ScoreboardList key={clan.id} clan={clan} />}
    </ClanPage>
  );
}

/** A board's own page shows its title instead; a dialog above the list does not. */
function isBoardPage(search: Fields): boolean {
  const [board, show = "standings"] = [readText(search, "board"), readText(search, "show")];
  return board !== undefined && show === "standings";
}
