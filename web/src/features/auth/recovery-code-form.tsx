import { FormSummary } from "../../ui/core/notice.tsx";
import { Form, TextField } from "../../ui/core/field.tsx";
import { useForm } from "../../ui/core/use-form.ts";
import { Button } from "../../ui/core/button.tsx";
import { asRefusal } from "../../lib/error-text.ts";
import { factorRefusalText } from "./factor-refusal.ts";

const rules = { code: (code: string) => (code.trim() === "" ? "Enter a recovery code." : null) };

export function RecoveryCodeForm({ send }: { send: (code: string) => Promise<void> }) {
  const form = useForm({
    rules,
    send: async ({ code }) => {
      try {
        await send(code.trim());
      } catch (error) {
        return { code: factorRefusalText("recovery", asRefusal(error)) };
      }
      return undefined;
    },
  });
  return (
    <Form onSubmit={form.onSubmit}>
      <FormSummary error={null} wrongFields={form.wrongFields} />
      <TextField
        label="Recovery code"
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        {...form.text("code")}
      />
      <Button type="submit" variant="primary" busy={form.isPending}>
        Confirm
      </Button>
    </Form>
  );
}
