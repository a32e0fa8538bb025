import { PlaceholderPage } from "../ui/placeholder-page.tsx";

export function ManageGamesPage() {
  return <PlaceholderPage title="Manage Games" sentence="The games clans can choose from will be here." />;
}
