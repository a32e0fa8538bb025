import { PlaceholderPage } from "../ui/placeholder-page.tsx";

export function ClanAdminPage() {
  return <PlaceholderPage title="Clan Admin" sentence="Your clan’s settings and people will be here." />;
}
