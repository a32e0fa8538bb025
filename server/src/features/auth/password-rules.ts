import { AuthError, validationFailed } from "./auth-error.ts";
import { findPasswordProblem } from "./password-check.ts";

/** Refuses a password that is not good enough, in the words of the auth contract. */
export async function requireGoodPassword(password: string, min: number, ownWords: string[]): Promise<void> {
  const problem = await findPasswordProblem({ password, min, ownWords });
  if (problem === "too_long") throw validationFailed("Password cannot be longer than 128 characters");
  if (problem === "too_short") {
    const message = `Password should be at least ${min} characters`;
    throw new AuthError(422, "weak_password", message, { reasons: ["length"] });
  }
  if (problem === "guessable") {
    const message = "Password is known to be weak and easy to guess, please choose a different one";
    throw new AuthError(422, "weak_password", message, { reasons: ["pwned"] });
  }
}
