import { expect, test } from "vitest";
import { AuthError, errorText } from "./error-text.ts";
import { ApiError } from "./api-errors.ts";

const busy = "We are busy. Try again in a moment.";

test.each([
  ["a call", new ApiError("HTTP 503: busy", "HTTP_503", { status: 503, retryAfter: 5 }), busy],
  ["the auth service", new AuthError("unexpected_failure", "busy", [], 5), busy],
  [
    "a call that broke down",
    new ApiError("HTTP 503: gone", "HTTP_503", { status: 503 }),
    "Something went wrong on our side. Nothing was saved. Try again.",
  ],
])("%s that is told to come back reads so", (_what, error, text) => {
  expect(errorText(error)).toBe(text);
});
