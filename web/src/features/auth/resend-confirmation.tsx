import { resendConfirmation } from "./auth.api.ts";
import { SendAgain } from "./send-again.tsx";

interface ResendConfirmationProps {
  email: string;
  landingUrl: string | undefined;
  isSent?: boolean;
}

export function ResendConfirmation({ email, landingUrl, isSent = false }: ResendConfirmationProps) {
  const send = () => resendConfirmation(email, landingUrl);
  return <SendAgain label="Send the confirmation again" send={send} isSent={isSent} />;
}
