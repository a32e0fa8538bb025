import { ClanPage } from "../domain/clan-page.tsx";
import { ScoreboardList } from "../features/scoreboards/list.tsx";

export function ScoreboardsPage() {
  return (
    <ClanPage title="Scoreboards" action="clan.view">
      {(clan) => <ScoreboardList key={clan.id} clan={clan} />}
    </ClanPage>
  );
}
