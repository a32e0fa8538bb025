import { type ComponentType, lazy } from "react";
import { loadWhenReachable } from "../../lib/load-chunk.ts";

type Steps = typeof import("./steps.ts");

/** What most visitors never see is loaded when it is needed, and once the server can be reached. */
function step<Props>(choose: (steps: Steps) => ComponentType<Props>) {
  return lazy(async () => ({ default: choose(await loadWhenReachable(() => import("./steps.ts"))) }));
}

export const AskForLink = step((steps) => steps.AskForLink);
export const CheckMail = step((steps) => steps.CheckMail);
export const ProviderNotice = step((steps) => steps.ProviderNotice);
export const ResendConfirmation = step((steps) => steps.ResendConfirmation);
export const ReturnProblem = step((steps) => steps.ReturnProblem);
export const SecondFactorStep = step((steps) => steps.SecondFactorStep);
