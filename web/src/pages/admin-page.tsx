import { PlaceholderPage } from "../ui/placeholder-page.tsx";

export function AdminPage() {
  return <PlaceholderPage title="Admin" sentence="The installation’s overview and its admins will be here." />;
}
