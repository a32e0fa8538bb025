import { useSendsMail } from "../../domain/profile.ts";
import { AskAdministrator } from "../../domain/ask-administrator.tsx";
import { resendConfirmation } from "./api.ts";
import { SendAgain } from "./resend.tsx";

interface ResendConfirmationProps {
  email: string;
  landingUrl: string | undefined;
  isSent?: boolean;
}

export function ResendConfirmation({ email, landingUrl, isSent = false }: ResendConfirmationProps) {
  const send = () => resendConfirmation(email, landingUrl);
  if (useSendsMail()) return <SendAgain label="Send the confirmation again" send={send} isSent={isSent} />;
  return (
    <>
      {!isSent && (
        <p>
          This site sends no mail. <AskAdministrator what="link" />
        </p>
      )}
      <SendAgain
        label="Create another link"
        restLabel="Create another"
        send={send}
        sentWords="Another link is ready."
        isSent={isSent}
      />
    </>
  );
}
