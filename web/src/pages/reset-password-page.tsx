import { PlaceholderPage } from "../ui/placeholder-page.tsx";

export function ResetPasswordPage() {
  return <PlaceholderPage title="Reset Password" sentence="Choosing a new password will be here." />;
}
