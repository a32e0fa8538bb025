import { get, type IncomingMessage } from "node:http";
import { type BenchClan, createClan } from "./bench-clan.ts";
import { compareThroughput, type Measured, toUnits } from "./measure.ts";
import { startScript } from "./processes.ts";
import { call, getProduct, signUp } from "./product.ts";
import { fixture } from "./runner/fixture.ts";
import { measureStreams } from "./streams.ts";

const players = 50;
const readers = 1_000;
const today = new Date().toISOString().slice(0, 10);

const getBoard = fixture("a shared board of a month, on two instances", async () => {
  const { ours, env } = await getProduct();
  const { token } = await signUp("kara");
  const instance = await startScript("bench/board-instance.ts", { ...env, PUBLIC_URL: ours, TRUST_PROXY: "1" });
  const [beside = "", door = ""] = instance.line.split(" ");
  const clan = await createClan(beside, token, players, 5);
  await clan.fillMonth(today);
  const share = await shareBoard(ours, token, clan);
  const [json, page] = [`/api/public/scoreboards/${share}`, `/scoreboard/${share}`];
  return { ours, clan, json, page, beside: `${beside}${json}`, door };
});

async function shareBoard(ours: string, token: string, clan: BenchClan): Promise<string> {
  const post = (path: string, body: unknown) =>
    call<{ id: string; share_token: string }>(ours + path, { token, method: "POST", body });
  const ids = [...new Set(clan.cells(Infinity, 0).map(({ activity_id }) => activity_id))];
  const activities = ids.map((activity_id) => ({ activity_id }));
  const { id } = await post(`/api/clans/${clan.id}/scoreboards`, { title: "Raiders of the month", activities });
  return (await post(`/api/scoreboards/${id}/share`, {})).share_token;
}

/** A bare Fastify that sends the very same bytes from memory, head and body; and the same with a short head. */
const getBare = fixture("a bare Fastify with the board's bytes", async () => {
  const { ours, json, page } = await getBoard();
  const [board, document] = [await bytesOf(ours, json), await bytesOf(ours, page)];
  const { etag = "", "content-type": type = "", "content-encoding": encoding = "", ...head } = board.headers;
  const short = { "content-type": type, "content-encoding": encoding };
  const unchanged = { status: 304, body: "" };
  const answers = [
    board,
    document,
    { ...unchanged, path: `${json}/unchanged`, headers: { ...head, etag } },
    { ...board, path: "/short", headers: short },
    { ...unchanged, path: "/short-unchanged", headers: { etag } },
  ];
  const { line } = await startScript("bench/bare-server.ts", { ANSWERS: JSON.stringify(answers) });
  return { bare: line, etag };
});

async function compareReads(of: "json" | "page", other?: string): Promise<Measured> {
  const [board, { bare }] = [await getBoard(), await getBare()];
  const path = board[of];
  return compareThroughput({ url: board.ours + path }, { url: bare + (other ?? path) });
}

async function compareUnchanged(other?: string): Promise<Measured> {
  const [{ ours, json }, { bare, etag }] = [await getBoard(), await getBare()];
  const headers = { "if-none-match": etag };
  const { status } = await fetch(ours + json, { headers: { ...headers, "accept-encoding": "br" } });
  if (status !== 304) throw new Error(`the unchanged board was answered ${status}`);
  return compareThroughput({ url: ours + json, headers }, { url: bare + (other ?? `${json}/unchanged`), headers });
}

/** As it goes over the line, compressed. */
async function bytesOf(ours: string, path: string) {
  const { headers, body } = await new Promise<{ headers: IncomingMessage["headers"]; body: Buffer }>(
    (resolve, reject) => {
      get(ours + path, { headers: { "accept-encoding": "br" }, agent: false }, (answer) => {
        const chunks: Buffer[] = [];
        answer.on("data", (chunk: Buffer) => chunks.push(chunk));
        answer.on("end", () => resolve({ headers: answer.headers, body: Buffer.concat(chunks) }));
      }).on("error", reject);
    },
  );
  const own = new Set(["date", "connection", "keep-alive", "content-length"]);
  const kept = Object.entries(headers).filter(([name]) => !own.has(name));
  return { path, body: body.toString("base64"), headers: Object.fromEntries(kept) as Record<string, string> };
}

async function countComputations(): Promise<Measured> {
  const { clan, beside, door } = await getBoard();
  const read = async () => (await fetch(beside)).text();
  const count = async () => (await call<{ computations: number }>(door)).computations;
  const old = await read();
  const before = await count();
  await clan.save(today, clan.cells(Infinity, 7));
  const answers = await Promise.all(Array.from({ length: readers }, read));
  if (answers.includes(old)) throw new Error("a reader got what was there before the change");
  const value = (await count()) - before;
  return { value, ours: String(value) };
}

/** Heap and buffers, or the whole process, in KB for each stream. */
const getStreams = fixture("2,000 open event streams", async () => {
  const { beside, door } = await getBoard();
  return measureStreams(`${beside}/events`, door);
});

async function showStreams(kind: "held" | "rss"): Promise<Measured> {
  const value = (await getStreams())[kind];
  return { value, ours: `${value.toFixed(1)} KB` };
}

const streamLimit = { kind: "at most", value: 25, unit: "KB" } as const;

/** What visitors do with a shared board: read it, all at once after a change, and keep listening. */
export const boardUnits = toUnits("board", [
  {
    id: "board-json",
    what: "a shared board's JSON against a bare Fastify with the same bytes",
    limit: { kind: "at least", value: 0.8 },
    measure: () => compareReads("json"),
  },
  {
    id: "board-304",
    what: "a shared board that has not changed against the same 304",
    limit: { kind: "at least", value: 0.95 },
    measure: () => compareUnchanged(),
  },
  {
    id: "board-page",
    what: "a shared board's page against a bare Fastify with the same bytes",
    limit: { kind: "at least", value: 0.6 },
    measure: () => compareReads("page"),
  },
  {
    id: "board-short-json",
    what: "its JSON against a bare Fastify without our security headers",
    limit: { kind: "at least", value: 0.6 },
    measure: () => compareReads("json", "/short"),
  },
  {
    id: "board-short-304",
    what: "its 304 against one without our security headers",
    limit: { kind: "at least", value: 0.7 },
    measure: () => compareUnchanged("/short-unchanged"),
  },
  {
    id: "board-computations",
    what: "computations for 1,000 readers after a change",
    limit: { kind: "exactly", value: 1 },
    measure: countComputations,
  },
  {
    id: "board-stream-heap",
    what: "memory of each of 2,000 open event streams: heap and buffers",
    limit: streamLimit,
    measure: () => showStreams("held"),
  },
  {
    id: "board-stream-rss",
    what: "memory of each of 2,000 open event streams: whole process",
    limit: streamLimit,
    measure: () => showStreams("rss"),
  },
]);
