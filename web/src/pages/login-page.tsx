import { PlaceholderPage } from "../ui/placeholder-page.tsx";

export function LoginPage() {
  return <PlaceholderPage title="Login" sentence="Signing in with your e-mail and password will be here." />;
}
