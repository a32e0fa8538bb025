import { onTestFinished } from "vitest";
import { passwordCost } from "../features/auth/passwords.ts";
import { passcodeCost } from "../features/scoreboards/share.ts";

const costs = [passwordCost, passcodeCost];
const production = costs.map((cost) => ({ ...cost }));

/** A hash takes a tenth of a millisecond instead of thirty. */
export function lowerPasswordCost(): void {
  for (const cost of costs) Object.assign(cost, { memoryCost: 8, timeCost: 1 });
}

/** For a test of what is stored: to its end, passwords cost what they cost in production. */
export function useProductionCost(): void {
  for (const [index, cost] of costs.entries()) Object.assign(cost, production[index]);
  onTestFinished(lowerPasswordCost);
}
