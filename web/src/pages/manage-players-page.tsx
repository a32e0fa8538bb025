import { PlaceholderPage } from "../ui/placeholder-page.tsx";

export function ManagePlayersPage() {
  return <PlaceholderPage title="Manage Players" sentence="Your clan’s players will be here." />;
}
