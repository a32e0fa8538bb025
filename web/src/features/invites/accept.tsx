import { useQuery } from "@tanstack/react-query";
import { profileQuery } from "../../domain/profile.ts";
import { Button } from "../../ui/core/button.tsx";
import { FormSummary, Notice } from "../../ui/core/notice.tsx";
import {
  type InviteGrant,
  inviteStateQuery,
  isWrongCode,
  keepGrant,
  openInvite,
  readGrant,
  useLinkInvite,
} from "./api.ts";
import styles from "./invites.module.css";
import { type ChangeEvent, type SubmitEvent, useRef, useState } from "react";
import { signOut, useSession } from "../../lib/session.ts";
import { ApiError, wantsSecondFactor } from "../../lib/api-errors.ts";
import { Stack } from "../../ui/core/layout.tsx";
import { errorText } from "../../lib/error-text.ts";
import { inviteCodeLength } from "@clanhall/contract/invites";
import { CodeField, Form } from "../../ui/core/field.tsx";
import { useSingleFlight } from "../../ui/core/use-form.ts";
import { useCooldown } from "../../lib/hooks.ts";

export function WhoYouWillBe({ grant }: { grant: InviteGrant }) {
  return (
    <p className={styles.promise}>
      You will be linked to <strong>{grant.memberName}</strong> in <strong>{grant.clanName}</strong>.
    </p>
  );
}

interface ContinueAsProps {
  error: InviteError | null;
  isLinking: boolean;
  onAccept: () => void;
  onChangeAccount: () => void;
}

/** For somebody who is signed in: with this account, or out and back with another. */
export function ContinueAs({ error, isLinking, onAccept, onChangeAccount }: ContinueAsProps) {
  const { data: profile } = useQuery(profileQuery);
  return (
    <Stack gap={3} className={styles.choices}>
      <FormSummary error={error?.kind === "failed" && error.text} wrongFields={0} />
      <Button variant="primary" busy={isLinking} aria-disabled={isLinking} onClick={() => isLinking || onAccept()}>
        {profile ? `Continue as ${profile.email ?? profile.display_name}` : "Continue with this account"}
      </Button>
      <Button onClick={onChangeAccount}>Use another account</Button>
    </Stack>
  );
}

export type Linked = Awaited<ReturnType<ReturnType<typeof useLinkInvite>["mutateAsync"]>>;

/** The way through an invite: its code first, then the account it is for. */
export function useAcceptInvite(token: string, onLinked: (linked: Linked) => void) {
  const isSignedIn = useSession() !== null;
  const [grant, setGrant] = useState(() => readGrant(token));
  const [error, setError] = useState<InviteError | null>(null);
  const state = useQuery({ ...inviteStateQuery(token), enabled: isSignedIn && grant === null });
  const link = useLinkInvite();
  const sendCode = async (code: string): Promise<InviteError | null> => {
    setError(null);
    try {
      setGrant(await openInvite(token, code));
      return null;
    } catch (caught) {
      const isWrong = await isWrongCode(caught, token, code);
      const found: InviteError = isWrong ? { kind: "wrong-code", triesLeft: null } : toCodeError(caught);
      setError(found);
      return found;
    }
  };
  const accept = async (held: InviteGrant) => {
    setError(null);
    try {
      onLinked(await link.mutateAsync(held));
    } catch (caught) {
      const found = toLinkError(caught);
      setError(found);
      // Another account may still use it, as long as the server lets it.
      if (found.kind === "failed" || found.kind === "taken") return;
      keepGrant(null);
      setGrant(null);
    }
  };
  return {
    grant,
    error: error ?? (grant ? null : toKnownEnding(state.data)),
    lockedFor: state.data?.locked_for ?? 0,
    isSignedIn,
    isLinking: link.isPending || link.isSuccess,
    sendCode,
    accept,
    /** Leaves this account; the invite waits for the next one. */
    changeAccount: async () => {
      const leaving = signOut();
      setError(null);
      await leaving;
    },
  };
}

/** An invite that is over needs no code to say so. */
function toKnownEnding(known: { state: "open" | EndedState; used_by_me: boolean } | undefined): InviteError | null {
  if (!known || known.state === "open") return null;
  return { kind: "ended", state: known.used_by_me ? "used-by-me" : known.state, text: "" };
}

const endedStates = ["expired", "cancelled", "used"] as const;
type EndedState = (typeof endedStates)[number];

/** Why an invite could not be opened or accepted, as far as the page has something to say to it. */
type InviteError =
  | { kind: "wrong-code"; triesLeft: number | null }
  | { kind: "locked"; seconds: number }
  | { kind: "ended"; state: EndedState | "used-by-me" | null; text: string }
  | { kind: "ask-again" }
  | { kind: "taken"; text: string }
  | { kind: "failed"; text: string };

const lockSeconds = 15 * 60;

/** What the server said to a code. */
function toCodeError(error: unknown): InviteError {
  if (!(error instanceof ApiError)) return failed(error);
  if (error.status === 403 || error.status === 404) return { kind: "wrong-code", triesLeft: triesLeftOf(error) };
  return toSharedError(error);
}

/** What the server said to somebody who holds the right code and wants the player. */
function toLinkError(error: unknown): InviteError {
  if (!(error instanceof ApiError) || wantsSecondFactor(error)) return failed(error);
  if (error.status === 403 || error.status === 404) return { kind: "ask-again" };
  if (error.status === 409) return { kind: "taken", text: sentenceOf(error) };
  return toSharedError(error);
}

function toSharedError(error: ApiError): InviteError {
  if (error.status === 423) return { kind: "locked", seconds: error.retryAfter ?? lockSeconds };
  if (error.status === 410) return { kind: "ended", state: stateOf(error), text: sentenceOf(error) };
  return failed(error);
}

function failed(error: unknown): InviteError {
  return { kind: "failed", text: errorText(error) };
}

function sentenceOf({ message }: ApiError): string {
  return message.replace(/^HTTP \d+: /, "");
}

function detailOf({ details }: ApiError, path: string): string | undefined {
  return details.find((detail) => detail.path === path)?.message;
}

function stateOf(error: ApiError): EndedState | null {
  const said = detailOf(error, "state");
  return endedStates.find((state) => state === said) ?? null;
}

function triesLeftOf(error: ApiError): number | null {
  const said = Number(detailOf(error, "tries_left"));
  return Number.isInteger(said) && said > 0 ? said : null;
}

interface Ending {
  title: string;
  line: string;
}

const endings = {
  expired: {
    title: "This invite has expired",
    line: "Ask the person who invited you for a new one. Nothing else is lost.",
  },
  cancelled: {
    title: "This invite was cancelled",
    line: "Ask the person who invited you for a new one.",
  },
  used: {
    title: "This invite has already been used",
    line: "If it was you, your clan is on your dashboard. If it was not, tell the person who invited you.",
  },
  "used-by-me": {
    title: "You have already used this invite",
    line: "Your clan is on your dashboard.",
  },
};

/** What to say where no code helps any more; null while one may. */
export function toEnding(error: InviteError | null): Ending | null {
  if (error?.kind === "taken") return { title: "This account was not linked", line: error.text };
  if (error?.kind !== "ended") return null;
  return error.state ? endings[error.state] : { title: "This invite is no longer open", line: error.text };
}

interface CodeStepProps {
  error: InviteError | null;
  /** Seconds for which the invite is known to take no code. */
  lockedFor: number;
  send: (code: string) => Promise<InviteError | null>;
}

/** The six digits that came with the link, sent by the button or as soon as all of them are there. */
export function CodeStep({ error, lockedFor, send }: CodeStepProps) {
  const [code, setCode] = useState("");
  const [isShort, setShort] = useState(false);
  const [isPending, runAlone] = useSingleFlight();
  const form = useRef<HTMLFormElement>(null);
  const [secondsLeft, wait] = useCooldown(lockedFor);
  const focusField = () => form.current?.querySelector("input")?.focus();
  /** A wrong code makes room for the next. */
  const tryCode = async (typed: string) => {
    const refused = await send(typed);
    if (refused?.kind === "locked") wait(refused.seconds);
    if (refused?.kind !== "wrong-code" && refused?.kind !== "locked") return;
    setCode("");
    focusField();
  };
  const submit = (typed: string) => {
    const isWhole = typed.length === inviteCodeLength;
    setShort(!isWhole);
    if (isWhole && secondsLeft === 0) void runAlone(() => tryCode(typed));
    else focusField();
  };
  const onChange = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const typed = currentTarget.value;
    setCode(typed);
    if (typed.length === inviteCodeLength && typed !== code) submit(typed);
  };
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    submit(code);
  };
  const codeError = toCodeErrorText(error, isShort);
  return (
    <Form ref={form} onSubmit={onSubmit}>
      <FormSummary error={toFormError(error)} wrongFields={codeError ? 1 : 0} />
      {secondsLeft > 0 && <Locked secondsLeft={secondsLeft} />}
      <CodeField
        name="code"
        length={inviteCodeLength}
        value={code}
        onChange={onChange}
        error={codeError}
        readOnly={isPending || secondsLeft > 0}
        hint="Six digits. They are sent as soon as the last one is typed."
      />
      {secondsLeft === 0 && (
        <Button type="submit" variant="primary" busy={isPending}>
          Continue
        </Button>
      )}
    </Form>
  );
}

function Locked({ secondsLeft }: { secondsLeft: number }) {
  const minutes = Math.floor(secondsLeft / 60);
  const clock = `${minutes}:${String(secondsLeft % 60).padStart(2, "0")}`;
  return (
    <Notice tone="warning">
      <p role="alert">Too many wrong codes. This invite is locked for now.</p>
      <p>
        You can try again in <strong role="timer">{clock}</strong>.
      </p>
    </Notice>
  );
}

/** One and the same for a link nobody knows and a code that is wrong. */
function toCodeErrorText(error: InviteError | null, isShort: boolean): string | null {
  if (isShort) return `Enter all ${inviteCodeLength} digits.`;
  if (error?.kind !== "wrong-code") return null;
  const left = error.triesLeft;
  const tries = left === null ? "" : ` ${left} ${left === 1 ? "try is" : "tries are"} left.`;
  return `The code does not match this link. Check both with the person who invited you.${tries}`;
}

function toFormError(error: InviteError | null): string | null {
  if (error?.kind === "failed") return error.text;
  return error?.kind === "ask-again" ? "That took too long. Enter the code again." : null;
}
