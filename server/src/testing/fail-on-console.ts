import { afterEach, beforeEach, type MockInstance, vi } from "vitest";

let spies: MockInstance[] = [];

beforeEach(() => {
  spies = [vi.spyOn(console, "error"), vi.spyOn(console, "warn")];
});

/** Noise is a defect nobody has looked at yet. */
afterEach(() => {
  const said = spies.flatMap((spy) => spy.mock.calls);
  for (const spy of spies) spy.mockRestore();
  if (said.length > 0) throw new Error(`The test wrote to console.error or console.warn: ${said.join(" | ")}`);
});
