import { ApiError, nothingHere } from "../../../errors.ts";
import type { ClosedState } from "./board-access.ts";

/** What a program is told instead of a board. Nothing of it tells whether there ever was one. */
export function toRefusal(state: ClosedState): ApiError {
  if (state === "expired") return new ApiError("gone", "This link has expired");
  if (state === "passcode") return new ApiError("unauthorized", "This board asks for a passcode");
  if (state === "switched_off") return new ApiError("not_found", "This scoreboard is switched off for visitors");
  return nothingHere();
}
