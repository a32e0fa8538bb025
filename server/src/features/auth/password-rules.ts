import { defineTask } from "../../workers/task.ts";
import { AuthError, validationFailed } from "./auth-error.ts";
import type { AuthService } from "./auth-service.ts";
import type { scorePassword } from "./score-password.ts";

const longest = 128;
/** On zxcvbn's scale from 0 to 4, at least "safely unguessable". */
const enough = 3;
const productWords = ["clanhall", "clan", "hall", "gaming", "scoreboard", "bulletin"];

const task = defineTask<typeof scorePassword>(new URL("./score-password.ts", import.meta.url), "scorePassword");

type Rules = Pick<AuthService, "workers"> & { settings: Pick<AuthService["settings"], "passwordMin"> };

/** Refuses passwords that are too short or among the first an attacker would try. */
export async function requireGoodPassword(rules: Rules, password: string, ownWords: string[], account: string) {
  requireAllowedLength(rules, password);
  await requireStrength(rules, password, ownWords, account);
}

/** Length counts characters, not bytes. */
export function requireAllowedLength({ settings }: Rules, password: string): void {
  const shortest = settings.passwordMin;
  const length = Array.from(password).length;
  if (length < shortest) {
    throw new AuthError(422, "weak_password", `Password should be at least ${shortest} characters`, {
      reasons: ["length"],
    });
  }
  if (length > longest) throw validationFailed(`Password cannot be longer than ${longest} characters`);
}

/** The account, or the network of somebody who has none yet, waits for its own passwords only. */
export async function requireStrength({ workers }: Rules, password: string, ownWords: string[], account: string) {
  const score = await workers.run(task, { password, words: [...productWords, ...ownWords] }, { account });
  if (score < enough) {
    const message = "Password is known to be weak and easy to guess, please choose a different one";
    throw new AuthError(422, "weak_password", message, { reasons: ["pwned"] });
  }
}
