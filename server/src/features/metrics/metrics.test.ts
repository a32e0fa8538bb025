import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { enqueue } from "../../jobs/enqueue.ts";
import { createAppOverLine } from "../../testing/cuttable-database.ts";
import { openShared } from "../../testing/shared-board.ts";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";
import { version } from "../../version.ts";

const token = "a quiet phrase that Prometheus alone knows";
const soon = { timeout: 10_000, interval: 20 };

let world: TestApp;
let origin = "";
beforeAll(async () => {
  world = await createTestApp({ env: { METRICS_TOKEN: token } });
  await world.app.server.listen({ port: 0, host: "127.0.0.1" });
  origin = `http://127.0.0.1:${(world.app.server.server.address() as AddressInfo).port}`;
});
afterAll(() => world.close());

const ask = (authorization?: string, server = world.app.server) =>
  server.inject({ method: "GET", url: "/metrics", headers: authorization ? { authorization } : {} });

/** The value of every series, by its name and labels. */
async function readSeries(server = world.app.server): Promise<Record<string, number>> {
  const lines = (await ask(`Bearer ${token}`, server)).body.split("\n").filter((line) => /^[a-z]/.test(line));
  return Object.fromEntries(lines.map((line) => [line.replace(/ \S+$/, ""), Number(line.replace(/^.* /, ""))]));
}

test("an operator who set no token has no metrics", async () => {
  const bare = await createTestApp();
  expect((await ask(undefined, bare.app.server)).statusCode).toBe(404);
  expect((await ask("Bearer undefined", bare.app.server)).statusCode).toBe(404);
  await bare.close();
});

test.each([
  ["no token", undefined],
  ["a wrong token", `Bearer ${token}.`],
  ["the beginning of the token", `Bearer ${token.slice(0, -1)}`],
  ["the token without its scheme", token],
  ["the token as a password", `Basic ${token}`],
])("whoever has %s reads nothing", async (_what, authorization) => {
  const answer = await ask(authorization);
  expect(answer.statusCode).toBe(401);
  expect(answer.headers["www-authenticate"]).toBe("Bearer");
  expect(answer.json()).toMatchObject({ error: "unauthorized" });
});

test("people who are signed in, even app admins, read nothing", async () => {
  const admin = await world.appAdmin();
  expect((await admin.get("/metrics")).statusCode).toBe(401);
});

test("Prometheus gets text in which every line is empty, a comment or a series with a number", async () => {
  const answer = await ask(`Bearer ${token}`);
  expect(answer.statusCode).toBe(200);
  expect(answer.headers).toMatchObject({
    "content-type": "text/plain; version=0.0.4; charset=utf-8",
    "cache-control": "no-store",
  });
  const lines = answer.body.split("\n").filter((line) => line !== "");
  const label = String.raw`[a-z_]+="(?:[^"\\\n]|\\.)*"`;
  const series = new RegExp(
    String.raw`^[a-z_][a-z_0-9]*(?:\{${label}(?:,${label})*\})? (?:-?\d+(?:\.\d+)?(?:e[+-]?\d+)?|Nan)$`,
  );
  for (const line of lines)
    expect(line).toMatch(line.startsWith("#") ? /^# (?:HELP|TYPE) [a-z_][a-z_0-9]* .+$/ : series);
  const described = lines.filter((line) => line.startsWith("# TYPE")).map((line) => line.split(" ")[2]);
  expect(new Set(described).size).toBe(described.length);
});

test("an operator sees the process and its pool", async () => {
  const connection = await world.database.pool.connect();
  const series = await readSeries();
  connection.release();
  expect(series.process_resident_memory_bytes).toBeGreaterThan(1e6);
  expect(series.process_cpu_seconds_total).toBeGreaterThan(0);
  expect(series.process_uptime_seconds).toBeGreaterThan(0);
  expect(series.process_start_time_seconds).toBeGreaterThan(1e9);
  expect(series.clanhall_heap_used_bytes).toBeGreaterThan(1e6);
  expect(series.clanhall_external_memory_bytes).toBeGreaterThan(0);
  expect(Math.abs(series.clanhall_clock_skew_seconds ?? NaN)).toBeLessThan(5);
  expect(series[`clanhall_build_info{version="${version}"}`]).toBe(1);
  expect(series.nodejs_heap_size_total_bytes).toBeGreaterThan(1e6);
  expect(series['clanhall_event_loop_delay_seconds{quantile="0.99"}']).toBeGreaterThanOrEqual(0);
  expect(series['clanhall_database_connections{state="busy"}']).toBeGreaterThanOrEqual(1);
  expect(series).toMatchObject({ clanhall_database_waiting: 0, clanhall_database_up: 1 });
});

test("requests are counted by the pattern of their route, and no address shows", async () => {
  const clan = await world.clan();
  const member = await world.memberOf(clan, "member");
  const outsider = await world.user();
  const ofClan = (status: string) =>
    `clanhall_http_requests_total{method="GET",route="/api/clans/:clanId",status="${status}"}`;
  const before = await readSeries();
  await member.get(`/api/clans/${clan.id}`);
  await member.get(`/api/clans/${clan.id}?secret=1`);
  await outsider.get(`/api/clans/${clan.id}`);
  await world.visitor.get("/wp-login.php");
  const after = await readSeries();
  const added = (name: string) => (after[name] ?? 0) - (before[name] ?? 0);
  expect([added(ofClan("2xx")), added(ofClan("4xx"))]).toEqual([2, 1]);
  expect(added('clanhall_http_requests_total{method="GET",route="none",status="4xx"}')).toBe(1);
  const bucket = (le: string) =>
    `clanhall_http_request_duration_seconds_bucket{le="${le}",method="GET",route="/api/clans/:clanId"}`;
  expect(added(bucket("+Inf"))).toBe(3);
  expect(after[bucket("0.005")]).toBeLessThanOrEqual(after[bucket("2.5")] ?? -1);
  const text = Object.keys(after).join("\n");
  for (const raw of [clan.id, "secret", "wp-login"]) expect(text).not.toContain(raw);
});

test("boards answered from memory are counted beside the routes", async () => {
  const { token: share, json } = await openShared(world);
  const before = await readSeries();
  expect((await json()).statusCode).toBe(200);
  await vi.waitFor(async () => {
    await (await fetch(`${origin}/api/public/scoreboards/${share}`)).text();
    const after = await readSeries();
    expect(after.clanhall_board_answers_ahead_total).toBeGreaterThan(before.clanhall_board_answers_ahead_total ?? 0);
    expect(after.clanhall_boards_in_memory).toBeGreaterThan(0);
    expect(after.clanhall_board_computations_total).toBeGreaterThan(0);
  }, soon);
});

test("what the worker threads are given is counted", async () => {
  const { token: share } = await openShared(world);
  const before = await readSeries();
  expect((await fetch(`${origin}/api/public/scoreboards/${share}/card.png`)).status).toBe(200);
  const after = await readSeries();
  expect(after.clanhall_worker_tasks_started_total).toBeGreaterThan(before.clanhall_worker_tasks_started_total ?? -1);
  expect(after).toMatchObject({
    'clanhall_worker_tasks{state="running"}': 0,
    'clanhall_worker_tasks{state="waiting"}': 0,
    clanhall_worker_tasks_timed_out_total: 0,
    clanhall_worker_tasks_refused_total: expect.any(Number),
    clanhall_worker_waited_seconds_total: expect.any(Number),
  });
});

test("open event streams are counted while they are open, and not among the answers", async () => {
  const { token: share } = await openShared(world);
  const leaving = new AbortController();
  await fetch(`${origin}/api/public/scoreboards/${share}/events`, { signal: leaving.signal });
  expect(await readSeries()).toMatchObject({ clanhall_event_streams: 1 });
  leaving.abort();
  await vi.waitFor(async () => expect(await readSeries()).toMatchObject({ clanhall_event_streams: 0 }), soon);

  const head = await fetch(`${origin}/api/public/scoreboards/${share}/events`, { method: "HEAD" });
  expect(head.status).toBe(200);
  await fetch(`${origin}/api/public/scoreboards/${"x".repeat(43)}/events`);
  const names = Object.keys(await readSeries()).filter((name) => /requests_total.*\/events/.test(name));
  expect(names).toEqual([
    'clanhall_http_requests_total{method="GET",route="/api/public/scoreboards/:token/events",status="4xx"}',
  ]);
});

test("what waits in the database is counted, zero included", async () => {
  const other = await createTestApp({ env: { METRICS_TOKEN: token } });
  const mail = { recipient: "ann@example.test", subject: "Hello" };
  await other.db
    .insertInto("mails")
    .values([mail, { ...mail, state: "failed" }, { ...mail, state: "sent" }])
    .execute();
  await other.db.transaction().execute(async (tx) => {
    await enqueue(tx, "deliver-webhook", { clanId: "c", deliveryId: "d" });
    await enqueue(tx, "delete-clans", {}, { startAfter: new Date(Date.now() + 3_600_000) });
  });
  const series = await readSeries(other.app.server);
  expect(series).toMatchObject({
    'clanhall_mails{state="waiting"}': 1,
    'clanhall_mails{state="failed"}': 1,
    'clanhall_jobs{job="deliver-webhook",state="waiting"}': 1,
    'clanhall_jobs{job="delete-clans",state="waiting"}': 1,
    'clanhall_jobs{job="deliver-mail",state="waiting"}': 0,
    'clanhall_jobs{job="deliver-webhook",state="active"}': 0,
    'clanhall_jobs{job="deliver-webhook",state="failed"}': 0,
    clanhall_webhook_deliveries_waiting: 0,
  });
  expect(series.clanhall_jobs_oldest_due_seconds).toBeGreaterThanOrEqual(0);
  expect(series.clanhall_jobs_oldest_due_seconds).toBeLessThan(60);
  await other.close();
});

test("while the database is away an operator still reads that it is, and how the process is", async () => {
  const app = await createAppOverLine(world.database, { METRICS_TOKEN: token });
  await app.cut();
  const away = await readSeries(app.server);
  expect(away.clanhall_database_up).toBe(0);
  expect(away.process_resident_memory_bytes).toBeGreaterThan(0);
  const backlog = /^clanhall_(?:jobs|mails|webhook_deliveries|global_limit)/;
  expect(Object.keys(away).filter((name) => backlog.test(name))).toEqual([]);
  await app.mend();
  await vi.waitFor(async () => expect((await readSeries(app.server)).clanhall_database_up).toBe(1), soon);
  await app.close();
});

test("L7: an operator sees how close everybody together comes to a limit", async () => {
  await world.db
    .insertInto("auth_rate_limits")
    .values([
      { key: "global_login_network:10000", points: 2_500, expire: Date.now() + 60_000 },
      { key: "global_signup:6000", points: 6_000, expire: Date.now() - 1 },
      { key: "login_network:203.0.113.9", points: 50, expire: Date.now() + 60_000 },
    ])
    .execute();
  await vi.waitFor(async () => {
    const series = Object.entries(await readSeries()).filter(([name]) => name.includes("limit"));
    expect(series).toEqual([['clanhall_global_limit_used_ratio{limit="login_network"}', 0.25]]);
  }, soon);
});
