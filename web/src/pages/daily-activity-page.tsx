import { PlaceholderPage } from "../ui/placeholder-page.tsx";

export function DailyActivityPage() {
  return <PlaceholderPage title="Daily Activity" sentence="Entering a day’s activities will be here." />;
}
