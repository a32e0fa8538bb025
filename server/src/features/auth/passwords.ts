import { randomBytes } from "node:crypto";
import { availableParallelism } from "node:os";
import type { PasswordProblem } from "@clanhall/contract/account";
import { hash, parseOptions, verify } from "@node-rs/argon2";
import { createFairQueue } from "../../workers/fair-queue.ts";
import { defineTask } from "../../workers/task.ts";
import { AuthError, type Client, validationFailed, withApiErrors } from "./http.ts";
import { toDisplayName } from "./inputs.ts";
import type { scorePassword } from "./score-password.ts";
import type { AuthService } from "./service.ts";

/** What passwords are held to, and the threads that score them. */
export type PasswordRules = Pick<AuthService, "workers"> & { settings: Pick<AuthService["settings"], "passwordMin"> };

export interface NewPassword {
  password: string;
  /** What an attacker knows of the person: no password should be made of it. */
  userInputs: string[];
  /** Whose turn it is to have a password scored: the account, or the network of somebody who has none yet. */
  account: string;
}

const longest = 128;
/** On zxcvbn's scale from 0 to 4, at least "safely unguessable". */
const enough = 3;
const productInputs = ["clanhall", "clan", "hall", "gaming", "scoreboard", "bulletin"];

const score = defineTask<typeof scorePassword>(new URL("./score-password.ts", import.meta.url), "scorePassword");

/** The only function that decides whether a password is good enough. */
async function findPasswordProblem(rules: PasswordRules, chosen: NewPassword): Promise<PasswordProblem | null> {
  return findLengthProblem(rules, chosen.password) ?? ((await isGuessable(rules, chosen)) ? "guessable" : null);
}

/** For somebody who has just typed one: asked for by anybody, so only so often from one network. */
export async function checkNewPassword(
  auth: AuthService,
  { password, email, display_name }: { password: string; email: string; display_name: string },
  { network }: Client,
): Promise<PasswordProblem | null> {
  await withApiErrors(() => auth.limits.takeFrom("password_check", network));
  const userInputs = toUserInputs(email, toDisplayName({ display_name }));
  return findPasswordProblem(auth, { password, userInputs, account: network });
}

/** Length counts characters, not bytes. */
function findLengthProblem({ settings }: PasswordRules, password: string): "too_short" | "too_long" | null {
  const length = Array.from(password).length;
  if (length < settings.passwordMin) return "too_short";
  return length > longest ? "too_long" : null;
}

async function isGuessable(
  { workers }: PasswordRules,
  { password, userInputs, account }: NewPassword,
): Promise<boolean> {
  return (await workers.run(score, { password, userInputs: [...productInputs, ...userInputs] }, { account })) < enough;
}

export function toUserInputs(email: string, displayName: string): string[] {
  return [...email.trim().toLowerCase().split(/[@.]/), displayName];
}

/** No setting reaches it: only the tests, which hash thousands of passwords, lower it. */
export const passwordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** Hashing shares Node's four threads with files and name lookups, and one has to stay free for them. */
const atOnce = Math.min(3, availableParallelism());
/** A browser waits two seconds longer. */
const longestWaitMs = 8_000;
/** Of the process, as the threads are. One network may use them all, but never makes another wait for its whole queue. */
const queue = createFairQueue({ atOnce, perKey: atOnce, waitingMax: 200, longestWaitMs, busy });

function busy(): AuthError {
  return new AuthError(503, "unexpected_failure", "The service is busy. Please try again shortly.", { retryAfter: 5 });
}

/** Nobody's hash: checking against it takes as long as against somebody's. */
const nobodys = ({ memoryCost, timeCost, parallelism } = passwordCost) =>
  `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$${unpadded(16)}$${unpadded(32)}`;

/** The network is that of whoever asks: networks take turns. */
export function hashPassword(password: string, network: string): Promise<string> {
  return queue.run(network, () => hash(password, passwordCost));
}

/** Whoever has no password, or does not exist, costs the same work and is never right. */
export async function verifyPassword(passwordHash: string | null, password: string, network: string): Promise<boolean> {
  const isRight = await queue.run(network, () => verify(passwordHash ?? nobodys(), password));
  return isRight && passwordHash !== null;
}

export function isWeakerThanToday(passwordHash: string): boolean {
  const { memoryCost, timeCost } = parseOptions(passwordHash);
  return (
    memoryCost < passwordCost.memoryCost || timeCost < passwordCost.timeCost || !passwordHash.startsWith("$argon2id$")
  );
}

function unpadded(bytes: number): string {
  return randomBytes(bytes).toString("base64").replaceAll("=", "");
}

/** Refuses a password that is not good enough, with the errors of the auth contract. */
export async function requireGoodPassword(rules: PasswordRules, chosen: NewPassword): Promise<void> {
  refuse(await findPasswordProblem(rules, chosen), rules);
}

/** The part of it that costs nothing. */
export function requireAllowedLength(rules: PasswordRules, password: string): void {
  refuse(findLengthProblem(rules, password), rules);
}

/** The part of it that takes computing. */
export async function requireStrength(rules: PasswordRules, chosen: NewPassword): Promise<void> {
  if (await isGuessable(rules, chosen)) refuse("guessable", rules);
}

function refuse(problem: PasswordProblem | null, { settings }: PasswordRules): void {
  if (problem === "too_long") throw validationFailed("Password cannot be longer than 128 characters");
  if (problem === "too_short") {
    const message = `Password should be at least ${settings.passwordMin} characters`;
    throw new AuthError(422, "weak_password", message, { reasons: ["length"] });
  }
  if (problem === "guessable") {
    const message = "Password is known to be weak and easy to guess, please choose a different one";
    throw new AuthError(422, "weak_password", message, { reasons: ["pwned"] });
  }
}
