import { PlaceholderPage } from "../ui/placeholder-page.tsx";

export function CustomizeActivitiesPage() {
  return <PlaceholderPage title="Customize Activities" sentence="The activities your clan counts will be here." />;
}
