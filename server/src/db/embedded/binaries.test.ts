import { tmpdir } from "node:os";
import { expect, test, vi } from "vitest";
import { getBinaries } from "./binaries.ts";
import { StartError } from "../start-error.ts";

test("on a platform without a built-in PostgreSQL the operator is told in one sentence what to do", () => {
  vi.spyOn(process, "arch", "get").mockReturnValue("s390x");
  const start = () => getBinaries(null, tmpdir());
  expect(start).toThrow(StartError);
  expect(start).toThrow(
    /^There is no built-in PostgreSQL for \w+-s390x; set DATABASE_URL to a PostgreSQL 15 or newer\.$/,
  );
});
