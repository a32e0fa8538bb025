import { AdminFrame } from "../features/app-admins/frame.tsx";
import { GameList } from "../features/games/list.tsx";

export function ManageGamesPage() {
  return (
    <AdminFrame title="Manage Games" current="games">
      <GameList />
    </AdminFrame>
  );
}
