import type { ZxcvbnFactory } from "@zxcvbn-ts/core";
import { AuthError, validationFailed } from "./auth-error.ts";

const longest = 128;
/** Judging takes longer the longer the password is; what starts with this many hard characters is hard. */
const judged = 24;
/** On zxcvbn's scale from 0 to 4, at least "safely unguessable". */
const enough = 3;
const productWords = ["clanhall", "clan", "hall", "gaming", "scoreboard", "bulletin"];

let loading: Promise<ZxcvbnFactory> | null = null;

/** Refuses passwords that are too short or among the first an attacker would try. Length counts characters, not bytes. */
export async function requireGoodPassword(password: string, shortest: number, ownWords: string[]): Promise<void> {
  const length = Array.from(password).length;
  if (length < shortest) {
    throw new AuthError(422, "weak_password", `Password should be at least ${shortest} characters`, {
      reasons: ["length"],
    });
  }
  if (length > longest) throw validationFailed(`Password cannot be longer than ${longest} characters`);
  loading ??= loadJudge();
  const judge = await loading;
  const { score } = judge.check(password.slice(0, judged), [...productWords, ...ownWords]);
  if (score < enough) {
    const message = "Password is known to be weak and easy to guess, please choose a different one";
    throw new AuthError(422, "weak_password", message, { reasons: ["pwned"] });
  }
}

/** The list of common passwords is large and needed rarely, so it is read when the first password is chosen. */
async function loadJudge(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import("@zxcvbn-ts/core"),
    import("@zxcvbn-ts/language-common"),
  ]);
  return new ZxcvbnFactory({ graphs: adjacencyGraphs, dictionary: { passwords: dictionary["passwords-common"] } });
}
