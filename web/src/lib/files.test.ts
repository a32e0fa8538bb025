import { expect, test } from "vitest";
import { toFileName } from "./files.ts";

test.each([
  ["Wölfe & Co.", "wölfe-co"],
  ["../etc/passwd", "etc-passwd"],
  ["★★", "clan"],
])("a file of %j is named after %s", (name, file) => {
  expect(toFileName(name, "clan")).toBe(file);
});
