import type { Proof } from "@clanhall/contract/account";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, type SubmitEvent, use, useCallback, useState } from "react";
import { AskAdministrator } from "../../domain/ask-administrator.tsx";
import { profileQuery, useSendsMail } from "../../domain/profile.ts";
import { asAuthError, AuthError, errorText } from "../../lib/error-text.ts";
import { hasStatus } from "../../lib/api-errors.ts";
import { addedKeyErrorText, addPasskey, passkeysQuery } from "../../lib/passkeys.ts";
import { Button } from "../../ui/core/button.tsx";
import { CodeField, Form, PasswordField } from "../../ui/core/field.tsx";
import { Row, Stack } from "../../ui/core/layout.tsx";
import { ErrorMessage, FormSummary, SavedNote } from "../../ui/core/notice.tsx";
import { useSingleFlight } from "../../ui/core/use-form.ts";
import { Dialog, SubmitActions } from "../../ui/dialog.tsx";
import { confirmIdentity, sendConfirmationCode } from "./api.ts";

/** Does something that may need a recent confirmation of who is asking, and asks for it if it does. */
type ConfirmIdentity = <Result>(action: () => Promise<Result>) => Promise<Result>;

const ConfirmContext = createContext<ConfirmIdentity>((action) => action());

export function useConfirmIdentity(): ConfirmIdentity {
  return use(ConfirmContext);
}

/** Adds a passkey of this device, once it is known who is asking. */
export function useAddPasskey(onAdded?: () => void) {
  const confirm = useConfirmIdentity();
  const queries = useQueryClient();
  const [error, setError] = useState<string | null>(null);
  const [isPending, runAlone] = useSingleFlight();
  const add = async () => {
    setError(null);
    try {
      await confirm(addPasskey);
      onAdded?.();
      await queries.invalidateQueries(passkeysQuery);
    } catch (failure) {
      setError(addedKeyErrorText(failure));
    }
  };
  return { error, isPending, add: () => void runAlone(add) };
}

/** Holds the one dialog that asks; the action goes on where it stopped, with everything that was typed. */
export function ConfirmIdentityProvider({ children }: { children: ReactNode }) {
  const [onAnswer, setOnAnswer] = useState<((isConfirmed: boolean) => void) | null>(null);
  const confirm: ConfirmIdentity = useCallback(async (action) => {
    try {
      return await action();
    } catch (error) {
      if (asAuthError(error).code !== "reauthentication_needed") throw error;
    }
    const isConfirmed = await new Promise<boolean>((resolve) => setOnAnswer(() => resolve));
    setOnAnswer(null);
    if (!isConfirmed) throw new AuthError("not_proved", "Nobody confirmed that it is them");
    return action();
  }, []);
  return (
    <ConfirmContext value={confirm}>
      {children}
      {onAnswer && <ConfirmDialog onConfirmed={() => onAnswer(true)} onClose={() => onAnswer(false)} />}
    </ConfirmContext>
  );
}

interface ConfirmDialogProps {
  onConfirmed: () => void;
  onClose: () => void;
}

function ConfirmDialog(props: ConfirmDialogProps) {
  const { data: profile } = useQuery(profileQuery);
  return (
    <Dialog title="Confirm it is you" onClose={props.onClose}>
      <p>This changes how people get into your account, so we ask once more. Nothing you typed is lost.</p>
      <ConfirmForm {...props} hasPassword={profile?.has_password ?? true} />
    </Dialog>
  );
}

function ConfirmForm({ hasPassword, onConfirmed, onClose }: ConfirmDialogProps & { hasPassword: boolean }) {
  const input = useIdentityInput(hasPassword);
  const [error, setError] = useState<string | null>(null);
  const [isPending, setPending] = useState(false);
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const proof = isPending ? null : input.read();
    if (!proof) return;
    setPending(true);
    setError(null);
    try {
      await confirmIdentity(proof);
      onConfirmed();
    } catch (failure) {
      if (hasStatus(failure, 400, 403)) input.setError(errorText(failure));
      else setError(errorText(failure));
      setPending(false);
    }
  };
  return (
    <Form onSubmit={(event) => void submit(event)}>
      <FormSummary error={error} wrongFields={input.error ? 1 : 0} />
      <IdentityInput input={input} />
      <SubmitActions action="Confirm" busy={isPending} onCancel={onClose} />
    </Form>
  );
}

/** What somebody types to prove that it is them: their password, or a code that was mailed to them. */
export function useIdentityInput(hasPassword: boolean) {
  const [byMail, setByMail] = useState(!hasPassword);
  const [text, setText] = useState("");
  const [error, setError] = useState<string | null>(null);
  return {
    byMail,
    text,
    error,
    setError,
    hasPassword,
    type: (typed: string) => {
      setText(typed);
      setError(null);
    },
    choose: (mail: boolean) => {
      setByMail(mail);
      setText("");
      setError(null);
    },
    /** What is sent, or null after saying what is missing. */
    read: (): Proof | null => {
      if (byMail ? text.length === 6 : text !== "") return byMail ? { code: text } : { password: text };
      setError(byMail ? "Enter the six digits." : "Enter your password.");
      return null;
    },
  };
}

export function IdentityInput({ input }: { input: ReturnType<typeof useIdentityInput> }) {
  const mail = useMutation({ mutationFn: sendConfirmationCode });
  const sendsMail = useSendsMail();
  const { byMail, text, error } = input;
  const field = {
    name: "proof",
    value: text,
    error,
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) => input.type(currentTarget.value),
  };
  const sendMail = () => mail.isPending || mail.mutate();
  if (!byMail) {
    return (
      <div>
        <PasswordField label="Password" autoComplete="current-password" {...field} />
        <Button variant="plain" onClick={() => input.choose(true)}>
          {sendsMail ? "Use a code by mail instead" : "Use a code from the administrator instead"}
        </Button>
      </div>
    );
  }
  return (
    <Stack>
      {sendsMail ? (
        <p>We send you a code of six digits by mail.</p>
      ) : (
        <p>
          This site sends no mail. Create a code of six digits here. <AskAdministrator what="code" />
        </p>
      )}
      <Row>
        <Button busy={mail.isPending} onClick={sendMail}>
          {codeButton(sendsMail, mail.isSuccess)}
        </Button>
        <SavedNote text={mail.isSuccess && (sendsMail ? "Sent" : "Created")} />
      </Row>
      <ErrorMessage error={mail.error} />
      <CodeField label={sendsMail ? "Code from the message" : "Code"} {...field} />
      {input.hasPassword && (
        <Button variant="plain" onClick={() => input.choose(false)}>
          Use my password instead
        </Button>
      )}
    </Stack>
  );
}

function codeButton(sendsMail: boolean, isAgain: boolean): string {
  if (sendsMail) return isAgain ? "Send another code" : "Send me a code";
  return isAgain ? "Create another code" : "Create a code";
}
