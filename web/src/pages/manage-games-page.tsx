import { AdminFrame } from "../features/app-admins/admin-frame.tsx";
import { GamesSection } from "../features/games/games-section.tsx";

export function ManageGamesPage() {
  return (
    <AdminFrame title="Manage Games" current="games">
      <GamesSection />
    </AdminFrame>
  );
}
