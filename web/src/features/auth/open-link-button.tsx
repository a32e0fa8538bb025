import { useState } from "react";
import { FormSummary } from "../../ui/core/notice.tsx";
import { useSingleFlight } from "../../ui/core/use-form.ts";
import { Form } from "../../ui/core/field.tsx";
import { Button } from "../../ui/core/button.tsx";
import { asRefusal, type AuthRefusal, refusalText } from "../../lib/error-text.ts";

interface OpenLinkButtonProps {
  label: string;
  open: () => Promise<void>;
  /** The link has expired, was used, or is no link of ours. */
  onDead: () => void;
}

/** Uses a link up only when a person presses the button: mail scanners open every address but press nothing. */
export function OpenLinkButton({ label, open, onDead }: OpenLinkButtonProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const [isPending, runAlone] = useSingleFlight();
  const explain = (refusal: AuthRefusal) => {
    if (refusal.code === "otp_expired" || refusal.code === "validation_failed") onDead();
    else setProblem(refusalText(refusal));
  };
  const press = async () => {
    setProblem(null);
    await open().catch((error: unknown) => explain(asRefusal(error)));
  };
  return (
    <Form
      onSubmit={(event) => {
        event.preventDefault();
        void runAlone(press);
      }}
    >
      <FormSummary error={problem} wrongFields={0} />
      <Button type="submit" variant="primary" busy={isPending}>
        {label}
      </Button>
    </Form>
  );
}
