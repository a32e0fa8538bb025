import { PlaceholderPage } from "../ui/placeholder-page.tsx";

export function DashboardPage() {
  return <PlaceholderPage title="Dashboard" sentence="Your clans’ scoreboards, invites and bulletins will be here." />;
}
