import { PlaceholderPage } from "../ui/placeholder-page.tsx";

export function ScoreboardsPage() {
  return <PlaceholderPage title="Scoreboards" sentence="Your clans’ scoreboards will be here." />;
}
