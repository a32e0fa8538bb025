import { PlaceholderPage } from "../ui/placeholder-page.tsx";

export function AccountPage() {
  return <PlaceholderPage title="Account Settings" sentence="Your profile, theme and sign-in security will be here." />;
}
