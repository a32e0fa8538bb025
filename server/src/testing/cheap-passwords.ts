import { lowerPasswordCost } from "./password-cost.ts";

lowerPasswordCost();
