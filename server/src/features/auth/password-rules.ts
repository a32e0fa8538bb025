import type { PasswordProblem } from "@clanhall/contract/account";
import { AuthError, validationFailed } from "./auth-error.ts";
import {
  findLengthProblem,
  findPasswordProblem,
  isGuessable,
  type NewPassword,
  type PasswordRules,
} from "./password-check.ts";

/** Refuses a password that is not good enough, in the words of the auth contract. */
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
