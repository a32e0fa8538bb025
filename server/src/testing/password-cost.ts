import { onTestFinished } from "vitest";
import { passwordCost } from "../features/auth/passwords.ts";

const production = { ...passwordCost };

/** A hash takes a tenth of a millisecond instead of thirty. */
export function lowerPasswordCost(): void {
  Object.assign(passwordCost, { memoryCost: 8, timeCost: 1 });
}

/** For a test of what is stored: to its end, passwords cost what they cost in production. */
export function useProductionCost(): void {
  Object.assign(passwordCost, production);
  onTestFinished(lowerPasswordCost);
}
