import { ApiError, nothingHere } from "../../../errors.ts";

/** What a program is told instead of a board. Nothing of it tells whether there ever was one. */
export function toRefusal(state: "passcode" | "expired" | "not_found"): ApiError {
  if (state === "expired") return new ApiError("gone", "This link has expired");
  if (state === "passcode") return new ApiError("unauthorized", "This board asks for a passcode");
  return nothingHere();
}
