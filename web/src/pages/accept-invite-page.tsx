import { PlaceholderPage } from "../ui/placeholder-page.tsx";

export function AcceptInvitePage() {
  return <PlaceholderPage title="Accept Invite" sentence="Accepting your invite with its code will be here." />;
}
