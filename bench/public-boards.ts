import { get, type IncomingMessage } from "node:http";
import { type BenchClan, createClan } from "./bench-clan.ts";
import { compareThroughput, type Row } from "./measure.ts";
import { startScript } from "./processes.ts";

const players = 50;
const readers = 1_000;
const streams = 2_000;
const streamLimitKb = 25;
const today = new Date().toISOString().slice(0, 10);

/** What strangers do with a shared board: read it, all at once after a change, and keep listening. */
export async function comparePublicBoards(ours: string, env: Record<string, string>, token: string): Promise<Row[]> {
  const instance = await startScript("bench/board-instance.ts", { ...env, PUBLIC_URL: ours });
  const [beside = "", door = ""] = instance.line.split(" ");
  const clan = await createClan(beside, token, players, 5);
  await clan.fillMonth(today);
  const share = await shareBoard(ours, token, clan);
  const board = `${beside}/api/public/scoreboards/${share}`;
  const rows = [
    ...(await compareReads(ours, share)),
    await countComputations(clan, board, door),
    ...(await measureStreams(`${board}/events`, door)),
  ];
  await instance.stop();
  return rows;
}

async function shareBoard(ours: string, token: string, clan: BenchClan): Promise<string> {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const post = async (path: string, body: unknown) => {
    const answer = await fetch(ours + path, { method: "POST", headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${path} failed: ${await answer.text()}`);
    return answer.json() as Promise<{ id: string; share_token: string }>;
  };
  const ids = [...new Set(clan.cells(Infinity, 0).map(({ activity_id }) => activity_id))];
  const activities = ids.map((activity_id) => ({ activity_id }));
  const { id } = await post(`/api/clans/${clan.id}/scoreboards`, { title: "Raiders of the month", activities });
  return (await post(`/api/scoreboards/${id}/share`, {})).share_token;
}

/** Against a bare Fastify that sends the very same bytes from memory, head and body; and against one with a short head. */
async function compareReads(ours: string, share: string): Promise<Row[]> {
  const [json, page] = [`/api/public/scoreboards/${share}`, `/scoreboard/${share}`];
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
  const bare = await startScript("bench/bare-server.ts", { ANSWERS: JSON.stringify(answers) });
  const has = { "if-none-match": etag };
  const compare = (what: string, path: string, other: string, headers = {}) =>
    compareThroughput(what, { url: ours + path, headers }, { url: bare.line + other, headers });
  const rows = [
    await compare("a shared board's JSON against a bare Fastify with the same bytes (limit 0.8)", json, json),
    await compare(
      "a shared board that has not changed against the same 304 (limit 0.9)",
      json,
      `${json}/unchanged`,
      has,
    ),
    await compare("a shared board's page against a bare Fastify with the same bytes (limit 0.6)", page, page),
    await compare("its JSON against a bare Fastify without our security headers", json, "/short"),
    await compare("its 304 against one without our security headers", json, "/short-unchanged", has),
  ];
  await bare.stop();
  return rows;
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

interface Inside {
  computations: number;
  held: number;
  rss: number;
}

const look = async (door: string) => (await fetch(door)).json() as Promise<Inside>;

async function countComputations(clan: BenchClan, board: string, door: string): Promise<Row> {
  const read = async () => (await fetch(board)).text();
  const old = await read();
  const { computations: before } = await look(door);
  await clan.save(today, clan.cells(Infinity, 7));
  const answers = await Promise.all(Array.from({ length: readers }, read));
  if (answers.includes(old)) throw new Error("a reader got what was there before the change");
  const { computations } = await look(door);
  return {
    what: "computations for 1,000 readers after a change (limit 1)",
    ours: String(computations - before),
    bare: "1",
    ratio: (computations - before).toFixed(2),
  };
}

async function measureStreams(url: string, door: string): Promise<Row[]> {
  await openStreams(url, 200).then((end) => end());
  const before = await look(door);
  const end = await openStreams(url, streams);
  const after = await look(door);
  end();
  return (["held", "rss"] as const).map((kind) => {
    const kb = (after[kind] - before[kind]) / streams / 1024;
    return {
      what: `memory of each of 2,000 open event streams: ${kind === "held" ? "heap and buffers" : "whole process"} (limit 25 KB)`,
      ours: `${kb.toFixed(1)} KB`,
      bare: `${streamLimitKb} KB`,
      ratio: (kb / streamLimitKb).toFixed(2),
    };
  });
}

async function openStreams(url: string, count: number): Promise<() => void> {
  const ends: (() => void)[] = [];
  while (ends.length < count) ends.push(...(await Promise.all(Array.from({ length: 100 }, () => openStream(url)))));
  return () => ends.forEach((end) => end());
}

/** Resolves when the first event has come; returns how to leave. */
function openStream(url: string): Promise<() => void> {
  return new Promise((resolve, reject) => {
    const asked = get(url, { agent: false }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`${url} answered ${answer.statusCode}`));
      answer.once("data", () => resolve(() => asked.destroy()));
      answer.on("error", () => undefined);
    });
    asked.on("error", reject);
  });
}
