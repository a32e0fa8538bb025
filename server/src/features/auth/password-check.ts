import type { PasswordProblem } from "@clanhall/contract/account";
import { defineTask } from "../../workers/task.ts";
import { withApiErrors } from "./auth-error.ts";
import type { Client } from "./client.ts";
import { toDisplayName } from "./inputs.ts";
import type { scorePassword } from "./score-password.ts";
import type { AuthService } from "./service.ts";

/** What passwords are held to, and the threads that score them. */
export type PasswordRules = Pick<AuthService, "workers"> & { settings: Pick<AuthService["settings"], "passwordMin"> };

export interface NewPassword {
  password: string;
  /** What an attacker knows of the person: no password should be made of it. */
  ownWords: string[];
  /** Whose turn it is to have a password scored: the account, or the network of somebody who has none yet. */
  account: string;
}

const longest = 128;
/** On zxcvbn's scale from 0 to 4, at least "safely unguessable". */
const enough = 3;
const productWords = ["clanhall", "clan", "hall", "gaming", "scoreboard", "bulletin"];

const score = defineTask<typeof scorePassword>(new URL("./score-password.ts", import.meta.url), "scorePassword");

/** The one place that decides whether a password is good enough. */
export async function findPasswordProblem(rules: PasswordRules, chosen: NewPassword): Promise<PasswordProblem | null> {
  return findLengthProblem(rules, chosen.password) ?? ((await isGuessable(rules, chosen)) ? "guessable" : null);
}

/** For somebody who has just typed one: asked for by anybody, so only so often from one network. */
export async function checkNewPassword(
  auth: AuthService,
  { password, email, display_name }: { password: string; email: string; display_name: string },
  { network }: Client,
): Promise<PasswordProblem | null> {
  await withApiErrors(() => auth.limits.takeFrom("password_check", network));
  const ownWords = toOwnWords(email, toDisplayName({ display_name }));
  return findPasswordProblem(auth, { password, ownWords, account: network });
}

/** Length counts characters, not bytes. */
export function findLengthProblem({ settings }: PasswordRules, password: string): "too_short" | "too_long" | null {
  const length = Array.from(password).length;
  if (length < settings.passwordMin) return "too_short";
  return length > longest ? "too_long" : null;
}

export async function isGuessable(
  { workers }: PasswordRules,
  { password, ownWords, account }: NewPassword,
): Promise<boolean> {
  return (await workers.run(score, { password, words: [...productWords, ...ownWords] }, { account })) < enough;
}

export function toOwnWords(email: string, displayName: string): string[] {
  return [...email.trim().toLowerCase().split(/[@.]/), displayName];
}
