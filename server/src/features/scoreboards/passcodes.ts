import { hash } from "@node-rs/argon2";

const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export function hashPasscode(passcode: string): Promise<string> {
  return hash(passcode, cost);
}
