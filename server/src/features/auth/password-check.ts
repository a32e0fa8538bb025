import type { PasswordProblem } from "@clanhall/contract/account";
import type { ZxcvbnFactory } from "@zxcvbn-ts/core";

/** Plain data in and out, so that the check can run in a worker thread. */
export interface PasswordInput {
  password: string;
  /** How many characters it needs at least. */
  min: number;
  /** What an attacker knows of the person: no password should be made of it. */
  ownWords: string[];
}

const max = 128;
/** The check takes longer the longer the password is; what starts with this many hard characters is hard. */
const checkedLength = 24;
/** On zxcvbn's scale from 0 to 4, at least "safely unguessable". */
const enough = 3;
const productWords = ["clanhall", "clan", "hall", "gaming", "scoreboard", "bulletin"];

let loading: Promise<ZxcvbnFactory> | null = null;

/** The one place that decides whether a password is good enough. Length counts characters, not bytes. */
export async function findPasswordProblem(input: PasswordInput): Promise<PasswordProblem | null> {
  const { password, min, ownWords } = input;
  const length = Array.from(password).length;
  if (length < min) return "too_short";
  if (length > max) return "too_long";
  loading ??= loadZxcvbn();
  const zxcvbn = await loading;
  const { score } = zxcvbn.check(password.slice(0, checkedLength), [...productWords, ...ownWords]);
  return score < enough ? "guessable" : null;
}

export function toOwnWords(email: string, displayName: string): string[] {
  return [...email.trim().toLowerCase().split(/[@.]/), displayName];
}

/** The list of common passwords is large and needed rarely, so it is read when the first password is chosen. */
async function loadZxcvbn(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import("@zxcvbn-ts/core"),
    import("@zxcvbn-ts/language-common"),
  ]);
  return new ZxcvbnFactory({ graphs: adjacencyGraphs, dictionary: { passwords: dictionary["passwords-common"] } });
}
