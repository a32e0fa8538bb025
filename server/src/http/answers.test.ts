import { expect, test } from "vitest";
import { ApiError } from "../errors.ts";
import { errorAnswers } from "./answers.ts";
import { createLog } from "./logging.ts";
import { createServer } from "./server.ts";

test("a refusal on purpose is one line of the log, a fault comes with its stack", async () => {
  const lines: string[] = [];
  const app = createServer(createLog({ logLevel: "info" }, { write: (line: string) => lines.push(line) }), 0);
  await app.register(errorAnswers);
  app.get("/busy", () => {
    throw new ApiError("unavailable", "The server is busy.", { retryAfter: 5 });
  });
  app.get("/broken", () => {
    throw new Error("broken");
  });
  const busy = await app.inject("/busy");
  expect([busy.statusCode, busy.headers["retry-after"]]).toEqual([503, "5"]);
  expect((await app.inject("/broken")).statusCode).toBe(500);
  await app.close();
  const [refused, failed] = lines.map((line) => JSON.parse(line) as { msg: string; reason?: string; err?: object });
  expect(refused).toMatchObject({ msg: "request refused", reason: "The server is busy." });
  expect(lines[0]).not.toContain("stack");
  expect(failed).toMatchObject({ msg: "request failed", err: { stack: expect.stringContaining("broken") } });
});
