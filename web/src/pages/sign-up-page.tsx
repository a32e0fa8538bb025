import { PlaceholderPage } from "../ui/placeholder-page.tsx";

export function SignUpPage() {
  return <PlaceholderPage title="Sign Up" sentence="Creating your account will be here." />;
}
