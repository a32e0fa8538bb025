import { PlaceholderPage } from "../ui/placeholder-page.tsx";

export function BulletinsPage() {
  return <PlaceholderPage title="Bulletins" sentence="Your clans’ bulletins will be here." />;
}
