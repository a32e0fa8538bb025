import { PlaceholderPage } from "../ui/placeholder-page.tsx";

export function MyClansPage() {
  return <PlaceholderPage title="My Clans" sentence="The clans you belong to will be here." />;
}
