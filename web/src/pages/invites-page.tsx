import { PlaceholderPage } from "../ui/placeholder-page.tsx";

export function InvitesPage() {
  return <PlaceholderPage title="Invites" sentence="The invites you sent will be here." />;
}
