import { asRefusal } from "../../lib/auth-refusal.ts";
import styles from "../../ui/form.module.css";
import { FormSummary } from "../../ui/form-summary.tsx";
import { SubmitButton } from "../../ui/submit-button.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { useCheckedForm } from "../../ui/use-checked-form.ts";
import { factorRefusalText } from "./factor-refusal.ts";

const rules = { code: (code: string) => (code.trim() === "" ? "Enter a recovery code." : null) };

export function RecoveryCodeForm({ send }: { send: (code: string) => Promise<void> }) {
  const form = useCheckedForm({
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
    <form className={styles.form} onSubmit={form.onSubmit} noValidate>
      <FormSummary problem={null} wrongFields={form.wrongFields} />
      <TextField
        label="Recovery code"
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        {...form.textField("code")}
      />
      <SubmitButton label="Confirm" isPending={form.isPending} />
    </form>
  );
}
