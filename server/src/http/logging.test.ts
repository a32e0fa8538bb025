import { expect, test } from "vitest";
import { childWhenNeeded, createLog, toLoggedPath } from "./logging.ts";

test.each([
  ["/api/invites/Zk3x9Qw8LmN2pR7tYv5s/process?code=123456", "/api/invites/[token]/process"],
  ["/scoreboard/Zk3x9Qw8LmN2pR7tYv5s#top", "/scoreboard/[token]"],
  ["/scoreboard/preview.Zk3x9Qw8LmN2pR7tYv5s?embed=1", "/scoreboard/[token]"],
  ["/api/public/scoreboards/Zk3x9Qw8LmN2pR7tYv5s/card.png", "/api/public/scoreboards/[token]/card.png"],
  ["/api/clans/7b1f0d55-61d6-4f0c-9a43-0a7f5fd2c111", "/api/clans/7b1f0d55-61d6-4f0c-9a43-0a7f5fd2c111"],
  ["/assets/index-DkX1a2b3c4d5.js", "/assets/index-DkX1a2b3c4d5.js"],
])("the log shows %s as %s", (url, shown) => {
  expect(toLoggedPath(url)).toBe(shown);
});

test("secrets are struck out of the log wherever they stand", () => {
  const lines: string[] = [];
  const log = createLog({ logLevel: "info" }, { write: (line) => lines.push(line) });
  log.info(
    { password: "hunter2", headers: { authorization: "Bearer hunter2" }, body: { user: { token: "hunter2" } } },
    "x",
  );
  expect(lines.join("")).not.toContain("hunter2");
  expect(lines.join("")).toContain("[redacted]");
});

test("of a lost connection the log has the reason, and nothing of the connection itself", () => {
  const lines: string[] = [];
  const log = createLog({ logLevel: "info" }, { write: (line) => lines.push(line) });
  const client = { secretKey: "hunter2", statements: ["select 1"] };
  log.warn({ err: Object.assign(new Error("terminated"), { code: "57P01", client }) }, "lost");
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({ msg: "lost", err: { message: "terminated", code: "57P01" } });
  expect(lines[0]).not.toMatch(/hunter2|select 1/);
});

test("what a request logs carries its id, also through a further child", () => {
  const lines: string[] = [];
  const log = createLog({ logLevel: "info" }, { write: (line) => lines.push(line) });
  const own = childWhenNeeded(log, { reqId: "r1" });
  own.warn({ part: 1 }, "first");
  own.error("second");
  own.debug({}, "too quiet");
  own.child({ job: "j1" }).info({}, "third");
  const logged = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(logged).toMatchObject([
    { reqId: "r1", part: 1, msg: "first" },
    { reqId: "r1", msg: "second" },
    { reqId: "r1", job: "j1", msg: "third" },
  ]);
});
