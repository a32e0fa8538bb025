import { pages } from "@clanhall/contract/pages";
import type { OneTimeTokenKind } from "../../../db/stored-types.ts";
import { queueMail } from "../../../mail/queue-mail.ts";
import { type Client, parseAuthInput } from "../http.ts";
import { pkceStart } from "../inputs.ts";
import { recordAuthAudit } from "../queries.ts";
import { toAllowedRedirect } from "../redirects.ts";
import type { AuthService } from "../service.ts";
import { deleteOneTimeTokensOf } from "./queries.ts";
import {
  composeConfirmation,
  composeInvite,
  composeReauthentication,
  composeRecovery,
  composeSignIn,
} from "./templates.ts";
import { findOnlySignUp, type Issued, issueOneTimeToken, type SignUp } from "./tokens.ts";

/** A transaction that may queue mails. */
export type Tx = Parameters<typeof queueMail>[0];
export type Mailer = Pick<AuthService, "secrets" | "settings" | "publicUrl" | "log">;

interface Addressee {
  id: string;
  email: string;
}

/** Where a link leads in the end, and which browser may take a session there. */
export interface Return {
  redirectTo?: string | undefined;
  codeChallenge?: string | null;
}

export function toReturn(body: object, redirectTo: string | undefined): Return {
  return { redirectTo, codeChallenge: parseAuthInput(pkceStart, body).code_challenge ?? null };
}

const linkMails = {
  signup: { compose: composeConfirmation, action: "user_confirmation_requested" },
  recovery: { compose: composeRecovery, action: "user_recovery_requested" },
  magiclink: { compose: composeSignIn, action: "user_recovery_requested" },
} as const;

interface LinkMail {
  kind: keyof typeof linkMails;
  to: Addressee;
  back: Return;
  /** What counts once the mail is used. */
  signUp?: SignUp | null;
}

/** Mails a link and a code that open the account. */
export async function sendAuthMail(tx: Tx, auth: Mailer, { kind, to, back, signUp }: LinkMail, client: Client) {
  const { compose, action } = linkMails[kind];
  const issued = await issueLink(tx, auth, { kind, to, back, signUp });
  await queueMail(tx, auth.secrets, { to: to.email, ...compose(issued), endsAt: issued.endsAt });
  await recordAuthAudit(tx, client, { action, userId: to.id, traits: { type: kind } });
}

/** Mails the confirmation again. The new mail replaces the earlier one, unless it is unclear whose sign-up is meant. */
export async function resendConfirmation(tx: Tx, auth: Mailer, to: Addressee, back: Return, client: Client) {
  const signUp = await findOnlySignUp(tx, to.id);
  if (signUp) await deleteOneTimeTokensOf(tx, to.id, ["signup"]);
  await sendAuthMail(tx, auth, { kind: "signup", to, back, signUp }, client);
}

export async function sendInviteMail(tx: Tx, auth: Mailer, to: Addressee, back: Return = {}): Promise<Issued> {
  const issued = await issueLink(tx, auth, { kind: "invite", to, back });
  await queueMail(tx, auth.secrets, { to: to.email, ...composeInvite(issued), endsAt: issued.endsAt });
  return issued;
}

export async function sendReauthenticationCode(tx: Tx, auth: Mailer, to: Addressee, client: Client): Promise<void> {
  const { id, email } = to;
  const { code, endsAt } = await issueOneTimeToken(tx, auth.secrets, { userId: id, kind: "reauthentication", email });
  await queueMail(tx, auth.secrets, { to: email, ...composeReauthentication(code), endsAt });
  await recordAuthAudit(tx, client, { action: "user_reauthenticate_requested", userId: id });
}

export async function issueLink(
  tx: Tx,
  auth: Mailer,
  { kind, to, back, signUp }: { kind: LinkKind; to: Addressee; back: Return; signUp?: SignUp | null | undefined },
): Promise<Issued & { link: string }> {
  const { redirectTo, codeChallenge = null } = back;
  const purpose = { userId: to.id, kind, email: to.email, codeChallenge, signUp };
  const issued = await issueOneTimeToken(tx, auth.secrets, purpose);
  return { ...issued, link: toLink(auth, kind, issued.linkToken, redirectTo) };
}

/** What a mailed link is called in the contract; a code to confirm a change has none. */
const types = {
  signup: "signup",
  invite: "invite",
  recovery: "recovery",
  magiclink: "magiclink",
  email_change_current: "email_change",
  email_change_new: "email_change",
} as const satisfies Partial<Record<OneTimeTokenKind, string>>;

type LinkKind = keyof typeof types;

/**
 * Leads to a page of ours whose button uses the token: programs that open the links in mails to scan them
 * press no buttons. Only for a page elsewhere does the link itself use it.
 */
export function toLink(
  auth: Pick<AuthService, "settings" | "publicUrl" | "log">,
  kind: LinkKind,
  linkToken: string,
  redirectTo?: string,
): string {
  const { publicUrl } = auth;
  const type = types[kind];
  const target = toAllowedRedirect(auth, redirectTo);
  if (!target.startsWith(`${publicUrl}/`)) {
    const query = new URLSearchParams({ token: linkToken, type, redirect_to: target });
    return `${publicUrl}/auth/v1/verify?${query.toString()}`;
  }
  const page = kind === "recovery" ? pages.resetPassword.path : pages.confirmEmail.path;
  const next = target.slice(publicUrl.length);
  const { pathname: path } = new URL(target);
  const query = new URLSearchParams({ token_hash: linkToken, type });
  if (path !== "/" && path !== page) query.set("next", next);
  return `${publicUrl}${page}?${query.toString()}`;
}
