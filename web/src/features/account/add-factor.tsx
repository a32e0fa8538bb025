import { ItemText } from "../../ui/list.tsx";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { asAuthError, errorText } from "../../lib/error-text.ts";
import { useWhileMounted } from "../../lib/hooks.ts";
import { addedKeyErrorText, addSecurityKey } from "../../lib/passkeys.ts";
import { CopyButton, QrImage } from "../../ui/copy-button.tsx";
import { CodeField, FieldLabel, Form, TextField } from "../../ui/core/field.tsx";
import { Row } from "../../ui/core/layout.tsx";
import { FormSummary } from "../../ui/core/notice.tsx";
import { useForm } from "../../ui/core/use-form.ts";
import { Dialog, SubmitActions } from "../../ui/dialog.tsx";
import {
  challengeFactor,
  dropEnrolment,
  enrolApp,
  enrolPhone,
  makeRecoveryCodes,
  recoveryCodesQuery,
  verifyFactor,
} from "./api.ts";
import { useConfirmIdentity } from "./confirm-identity.tsx";
import { RecoveryCodesDialog } from "./recovery-codes.tsx";

type FactorType = "totp" | "phone" | "webauthn";

const titles = { totp: "Add an authenticator app", phone: "Add a phone", webauthn: "Add a security key" };
const usualNames = { totp: "Authenticator app", phone: "Phone", webauthn: "Security key" };

interface AddFactorDialogProps {
  type: FactorType;
  takenNames: string[];
  onClose: () => void;
}

/** Name it, scan or receive the first code, prove that it works; with the first factor come the recovery codes. */
export function AddFactorDialog({ type, takenNames, onClose }: AddFactorDialogProps) {
  const queries = useQueryClient();
  const [enrolment, setEnrolment] = useState<Enrolment | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  const close = useWhileMounted(onClose);
  const giveUp = () => {
    if (enrolment) void dropEnrolment(enrolment.factorId);
    onClose();
  };
  const finish = async () => {
    const made = await makeFirstCodes();
    if (made) setCodes(made);
    else close();
    await queries.invalidateQueries({ queryKey: ["me"] });
  };
  /** Whoever has codes already keeps them; codes that cannot be made now can be made on the page. */
  const makeFirstCodes = async () => {
    const status = await queries.fetchQuery(recoveryCodesQuery).catch(() => undefined);
    return status === null ? makeRecoveryCodes(false).catch(() => null) : null;
  };
  if (codes) return <RecoveryCodesDialog codes={codes} onClose={onClose} />;
  return (
    <Dialog title={titles[type]} onClose={giveUp}>
      {enrolment ? (
        <FactorCode enrolment={enrolment} onVerified={finish} onClose={giveUp} />
      ) : (
        <FactorStart
          type={type}
          takenNames={takenNames}
          onStarted={setEnrolment}
          onVerified={finish}
          onClose={onClose}
        />
      )}
    </Dialog>
  );
}

interface Enrolment {
  factorId: string;
  challengeId: string;
  /** What an authenticator app reads; a phone gets a message instead. */
  app: { qrCode: string; secret: string } | null;
}

interface FactorStartProps {
  type: FactorType;
  takenNames: string[];
  onStarted: (enrolment: Enrolment) => void;
  /** A security key proves itself while it is added. */
  onVerified: () => Promise<void>;
  onClose: () => void;
}

function FactorStart({ type, takenNames, onStarted, onVerified, onClose }: FactorStartProps) {
  const confirm = useConfirmIdentity();
  const [error, setError] = useState<string | null>(null);
  const form = useForm<"name" | "phone">({
    rules: {
      name: (text) => nameError(text, takenNames),
      phone: (text) => (type === "phone" ? phoneError(text) : null),
    },
    initial: { name: freeName(usualNames[type], takenNames) },
    send: async ({ name, phone }) => {
      setError(null);
      try {
        if (type === "webauthn") {
          await confirm(() => addSecurityKey(name.trim()));
          await onVerified();
        } else {
          onStarted(await confirm(() => (type === "totp" ? startApp(name.trim()) : startPhone(name.trim(), phone))));
        }
      } catch (failure) {
        setError(type === "webauthn" ? addedKeyErrorText(failure) : errorText(failure));
      }
      return undefined;
    },
  });
  return (
    <Form onSubmit={form.onSubmit}>
      <FormSummary error={error} wrongFields={form.wrongFields} />
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
      <SubmitActions action="Continue" busy={form.isPending} onCancel={onClose} />
    </Form>
  );
}

async function startApp(name: string): Promise<Enrolment> {
  const { id, ...app } = await enrolApp(name);
  return { factorId: id, challengeId: await firstChallenge(id), app };
}

async function startPhone(name: string, phone: string): Promise<Enrolment> {
  const factorId = await enrolPhone(name, toE164(phone));
  return { factorId, challengeId: await firstChallenge(factorId), app: null };
}

/** Nobody can finish an enrolment without one: it is taken back, so that the next try can have its name. */
async function firstChallenge(factorId: string): Promise<string> {
  try {
    return await challengeFactor(factorId);
  } catch (error) {
    await dropEnrolment(factorId);
    throw error;
  }
}

function nameError(text: string, taken: string[]): string | null {
  const name = text.trim();
  if (name === "") return "Give it a name.";
  if (taken.includes(name)) return "You already have a second factor with this name. Choose another name.";
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

function phoneError(phone: string): string | null {
  return /^\+[1-9]\d{6,14}$/.test(toE164(phone))
    ? null
    : "Enter the number with its country code, such as +49 151 2345678.";
}

interface FactorCodeProps {
  enrolment: Enrolment;
  onVerified: () => Promise<void>;
  onClose: () => void;
}

/** A challenge that was used up or ran out is replaced by a new one, so that the next try can succeed. */
function FactorCode({ enrolment, onVerified, onClose }: FactorCodeProps) {
  const { factorId, app } = enrolment;
  const [challengeId, setChallengeId] = useState(enrolment.challengeId);
  const [error, setError] = useState<string | null>(null);
  const renewChallenge = () => challengeFactor(factorId).then(setChallengeId, () => undefined);
  const form = useForm<"code">({
    rules: { code: (text) => (text.length === 6 ? null : "Enter the six digits.") },
    send: async ({ code }) => {
      setError(null);
      try {
        await verifyFactor(factorId, challengeId, code);
        await onVerified();
      } catch (failure) {
        const { code: why } = asAuthError(failure);
        if (app || why === "mfa_challenge_expired") await renewChallenge();
        if (why === "mfa_verification_failed" || why === "mfa_challenge_expired") return { code: errorText(failure) };
        setError(errorText(failure));
      }
      return undefined;
    },
  });
  return (
    <Form onSubmit={form.onSubmit}>
      <FormSummary error={error} wrongFields={form.wrongFields} />
      {app ? <AppKey qrCode={app.qrCode} secret={app.secret} /> : <p>We sent a code to your phone.</p>}
      <CodeField label={app ? "Code from the app" : "Code from the message"} {...form.text("code")} />
      <SubmitActions action="Turn it on" busy={form.isPending} onCancel={onClose} />
    </Form>
  );
}

function AppKey({ qrCode, secret }: { qrCode: string; secret: string }) {
  return (
    <>
      <p>Scan this with your authenticator app, or type the key into it. Then enter the code it shows.</p>
      <QrImage src={qrCode} alt="QR code for your authenticator app" size={200} />
      <Row between gap={2}>
        <ItemText>
          <FieldLabel>Key</FieldLabel>
          <code>{secret.match(/.{1,4}/g)?.join(" ")}</code>
        </ItemText>
        <CopyButton label="Copy key" text={secret} />
      </Row>
    </>
  );
}
