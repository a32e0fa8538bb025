import { useState } from "react";
import { FormSummary } from "../../ui/core/notice.tsx";
import { useForm } from "../../ui/core/use-form.ts";
import { Form } from "../../ui/core/field.tsx";
import { Button } from "../../ui/core/button.tsx";
import { emailProblem } from "../../lib/auth-rules.ts";
import { asRefusal, refusalText } from "../../lib/error-text.ts";
import { useSendsMail } from "../../domain/profile.ts";
import { AskAdministrator } from "../../domain/ask-administrator.tsx";
import { resendConfirmation } from "./auth.api.ts";
import styles from "./auth-card.module.css";
import { EmailField } from "./email-field.tsx";
import { StepHeading } from "./step-heading.tsx";

const rules = { email: emailProblem };

/** For somebody whose confirmation link is dead: asks for the address and sends another one. */
export function ResendForm() {
  const [problem, setProblem] = useState<string | null>(null);
  const sendsMail = useSendsMail();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const form = useForm({
    rules,
    send: async ({ email }) => {
      setProblem(null);
      try {
        await resendConfirmation(email);
        setSentTo(email.trim());
      } catch (error) {
        setProblem(refusalText(asRefusal(error)));
      }
      return undefined;
    },
  });
  if (sentTo !== null) {
    return (
      <div className={styles.panel}>
        <StepHeading>{sendsMail ? "Check your mail" : "Ask the administrator"}</StepHeading>
        {sendsMail ? (
          <p>
            If <strong>{sentTo}</strong> still has to be confirmed, a message with a new link is on its way.
          </p>
        ) : (
          <p>
            If <strong>{sentTo}</strong> still has to be confirmed, a new link is ready. This site sends no mail.{" "}
            <AskAdministrator what="link" />
          </p>
        )}
      </div>
    );
  }
  return (
    <Form onSubmit={form.onSubmit}>
      <FormSummary error={problem} wrongFields={form.wrongFields} />
      <EmailField {...form.text("email")} />
      <Button type="submit" variant="primary" busy={form.isPending}>
        {sendsMail ? "Send the confirmation again" : "Create another link"}
      </Button>
    </Form>
  );
}
