import { PlaceholderPage } from "../ui/placeholder-page.tsx";

export function ManageUsersPage() {
  return <PlaceholderPage title="Manage Users" sentence="Everybody with an account will be here." />;
}
