import { useState } from "react";
import { FormSummary } from "../../ui/core/notice.tsx";
import { Form, TextField } from "../../ui/core/field.tsx";
import { useForm } from "../../ui/core/use-form.ts";
import { Button } from "../../ui/core/button.tsx";
import { DialogActions } from "../../ui/dialog.tsx";
import { problemText } from "../../lib/error-text.ts";
import { useProve } from "./proof.tsx";
import { challengeFactor, enrolApp, enrolPhone } from "./sign-in-service.ts";

export interface Enrolment {
  factorId: string;
  challengeId: string;
  /** What an authenticator app reads; a phone gets a message instead. */
  app: { qrCode: string; secret: string } | null;
}

interface FactorStartProps {
  type: "totp" | "phone";
  takenNames: string[];
  onStarted: (enrolment: Enrolment) => void;
  onClose: () => void;
}

export function FactorStart({ type, takenNames, onStarted, onClose }: FactorStartProps) {
  const prove = useProve();
  const [problem, setProblem] = useState<string | null>(null);
  const form = useForm<"name" | "phone">({
    rules: {
      name: (text) => nameProblem(text, takenNames),
      phone: (text) => (type === "phone" ? phoneProblem(text) : null),
    },
    initial: { name: freeName(type === "totp" ? "Authenticator app" : "Phone", takenNames) },
    send: async ({ name, phone }) => {
      setProblem(null);
      try {
        onStarted(await prove(() => (type === "totp" ? startApp(name.trim()) : startPhone(name.trim(), phone))));
      } catch (error) {
        setProblem(problemText(error));
      }
      return undefined;
    },
  });
  return (
    <Form onSubmit={form.onSubmit}>
      <FormSummary error={problem} wrongFields={form.wrongFields} />
      <p>When you are done, your other devices are signed out and have to log in again.</p>
      <TextField label="Name" hint="To tell it from others later." {...form.text("name")} />
      {type === "phone" && (
        <TextField
          label="Phone number"
          type="tel"
          autoComplete="tel"
          hint="With the country’s code, such as +49 151 2345678."
          {...form.text("phone")}
        />
      )}
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="primary" busy={form.isPending}>
          Continue
        </Button>
      </DialogActions>
    </Form>
  );
}

async function startApp(name: string): Promise<Enrolment> {
  const { id, ...app } = await enrolApp(name);
  return { factorId: id, challengeId: await challengeFactor(id), app };
}

async function startPhone(name: string, phone: string): Promise<Enrolment> {
  const factorId = await enrolPhone(name, toE164(phone));
  return { factorId, challengeId: await challengeFactor(factorId), app: null };
}

function nameProblem(text: string, taken: string[]): string | null {
  const name = text.trim();
  if (name === "") return "Give it a name.";
  if (taken.includes(name)) return "You have a second factor of this name already. Choose another name.";
  return name.length > 60 ? "Keep the name to 60 characters or fewer." : null;
}

/** The name people expect, with a number when it is taken. */
function freeName(wanted: string, taken: string[]): string {
  let name = wanted;
  for (let number = 2; taken.includes(name); number++) name = `${wanted} ${number}`;
  return name;
}

function toE164(phone: string): string {
  return phone.replace(/[\s()./-]/g, "").replace(/^00/, "+");
}

function phoneProblem(phone: string): string | null {
  return /^\+[1-9]\d{6,14}$/.test(toE164(phone))
    ? null
    : "Enter the number with its country code, such as +49 151 2345678.";
}
