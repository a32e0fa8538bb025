import { PlaceholderPage } from "../ui/placeholder-page.tsx";

export function UserDetailPage() {
  return <PlaceholderPage title="User Detail" sentence="One user’s account will be here." />;
}
