import { hash } from "@node-rs/argon2";

/** No setting reaches it: only the tests lower it. */
export const passcodeCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export function hashPasscode(passcode: string): Promise<string> {
  return hash(passcode, passcodeCost);
}
