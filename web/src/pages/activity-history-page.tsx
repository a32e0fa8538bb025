import { PlaceholderPage } from "../ui/placeholder-page.tsx";

export function ActivityHistoryPage() {
  return <PlaceholderPage title="Activity History" sentence="What your clan did on earlier days will be here." />;
}
