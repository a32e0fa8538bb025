import { type ReactNode, useState } from "react";
import { FormSummary } from "../../../ui/core/notice.tsx";
import { useForm } from "../../../ui/core/use-form.ts";
import { Form } from "../../../ui/core/field.tsx";
import { Button } from "../../../ui/core/button.tsx";
import { asAuthError, authErrorText } from "../../../lib/error-text.ts";
import { emailProblem } from "../../../lib/auth-rules.ts";
import { useSendsMail } from "../../../domain/profile.ts";
import { Administrator, AskAdministrator } from "../../../domain/ask-administrator.tsx";
import { askForLink } from "../api.ts";
import styles from "../auth-card.module.css";
import { EmailField } from "../auth-card.tsx";
import { MailedCodeForm, StepHeading } from "./code-form.tsx";
import { Stack } from "../../../ui/core/layout.tsx";
import { SendAgain } from "./resend.tsx";

const rules = { email: emailProblem };

interface AskForLinkProps {
  email?: string;
  error?: ReactNode;
  /** The code from the mail was typed here and opened the way. */
  onAccepted?: () => void;
}

/** Asks for a link to choose a new password; whatever the address, the answer is the same. */
export function AskForLink({ email = "", error: firstError, onAccepted }: AskForLinkProps) {
  const [error, setError] = useState(firstError);
  const sendsMail = useSendsMail();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const form = useForm({
    rules,
    initial: { email },
    send: async (values) => {
      setError(null);
      try {
        await askForLink(values.email);
        setSentTo(values.email.trim());
      } catch (caught) {
        setError(authErrorText(asAuthError(caught)));
      }
      return undefined;
    },
  });
  if (sentTo !== null) {
    return sendsMail ? (
      <CheckMail email={sentTo} onAccepted={onAccepted} />
    ) : (
      <HandedOver email={sentTo} onAccepted={onAccepted} />
    );
  }
  return (
    <Form onSubmit={form.onSubmit}>
      <FormSummary error={error} wrongFields={form.wrongFields} />
      {!sendsMail && (
        <p>
          This site sends no mail. Create a link here, then ask <Administrator /> for it.
        </p>
      )}
      <EmailField {...form.text("email")} />
      <Button type="submit" variant="primary" busy={form.isPending}>
        {sendsMail ? "Send the link" : "Create the link"}
      </Button>
    </Form>
  );
}

interface AskedProps {
  email: string;
  onAccepted: (() => void) | undefined;
}

function CheckMail({ email, onAccepted }: AskedProps) {
  return (
    <Stack gap={3} className={styles.panel}>
      <StepHeading>Check your mail</StepHeading>
      <p>
        If there is an account for <strong>{email}</strong>, a message is on its way. Open the link in it within an
        hour, or type the six digits from it here.
      </p>
      <MailedCodeForm email={email} type="recovery" onAccepted={onAccepted} />
      <p>If nothing comes, look into your spam folder or check the address.</p>
      <SendAgain label="Send the link again" send={() => askForLink(email)} isSent />
    </Stack>
  );
}

/** Where no mail server is set, the link waits with whoever runs the site. */
function HandedOver({ email, onAccepted }: AskedProps) {
  return (
    <Stack gap={3} className={styles.panel}>
      <StepHeading>Ask the administrator</StepHeading>
      <p>
        If there is an account for <strong>{email}</strong>, its link is ready. This site sends no mail.{" "}
        <AskAdministrator what="link" />
      </p>
      <p>The link works for one hour. You can also type its six digits here.</p>
      <MailedCodeForm email={email} type="recovery" onAccepted={onAccepted} />
      <SendAgain
        label="Create another link"
        restLabel="Create another"
        send={() => askForLink(email)}
        sentText="Another link is ready."
        isSent
      />
    </Stack>
  );
}
