import { expect, test } from "vitest";
import { toRelativeText } from "./relative-time.tsx";

const now = Date.parse("2026-06-15T12:00:00Z");

test.each([
  ["2026-06-15T11:59:30Z", "just now"],
  ["2026-06-15T12:00:05Z", "just now"],
  ["2026-06-15T11:58:00Z", "2 minutes ago"],
  ["2026-06-15T09:00:00Z", "3 hours ago"],
  ["2026-06-14T11:00:00Z", "yesterday"],
  ["2026-06-01T12:00:00Z", "14 days ago"],
  ["2026-03-01T12:00:00Z", "3 months ago"],
  ["2024-06-01T12:00:00Z", "2 years ago"],
  ["2026-06-22T11:59:50Z", "in 7 days"],
  ["2026-06-17T23:00:00Z", "in 2 days"],
  ["2026-06-15T14:40:00Z", "in 3 hours"],
])("%s is %s", (iso, words) => {
  expect(toRelativeText(iso, now)).toBe(words);
});
