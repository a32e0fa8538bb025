import autocannon from "autocannon";
import type { Figure, Limit, Unit } from "./runner/unit.ts";

/** What was measured: ours against the plainest program that does the same, in the same run. */
export type Measured = Omit<Figure, "what" | "limit">;

/** One line of the report. Where nothing else is promised, the limit is what was measured with room for a noisy machine. */
export interface Row {
  id: string;
  what: string;
  limit: Limit;
  measure: () => Promise<Measured>;
}

const rowTimeLimitMs = 120_000;

/** Rows that run in one process and share its servers. */
export function toUnits(group: string, rows: Row[]): Unit[] {
  return rows.map(({ id, what, limit, measure }) => ({
    id,
    group,
    what,
    limit,
    timeLimitMs: rowTimeLimitMs,
    measure: async () => [{ what, limit, ...(await measure()) }],
  }));
}

export function median(values: number[]): number {
  return percentile(values, 0.5);
}

export function percentile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
}

/** The limit of such a row is about the ratio. */
export function compare(ours: number, bare: number, unit: string, ratio = ours / bare): Measured {
  const text = (value: number) => `${Math.round(value)} ${unit}`;
  return { value: ratio, ours: text(ours), bare: text(bare), ratio: ratio.toFixed(2) };
}

interface Target extends Pick<autocannon.Options, "url" | "method" | "headers" | "body"> {
  /** Who is signed in: each connection is the next of them. */
  tokens?: string[];
}

interface Load {
  rounds: number;
  seconds: number;
  connections?: number;
}

/** Until a server's code is compiled it answers half as often, and a large program takes longest. */
const warmUpSeconds = 3;

/** Requests a second of two addresses, measured in turns so that the machine's moods hit both alike. */
export async function compareThroughput(
  ours: Target,
  bare: Target,
  { rounds, seconds, connections = 20 }: Load = { rounds: 9, seconds: 1 },
): Promise<Measured> {
  const results: Pair = { ours: [], bare: [] };
  for (const target of [ours, bare]) await requestsPerSecond(target, warmUpSeconds, connections);
  for (let round = 0; round < rounds; round++) {
    results.ours.push(await requestsPerSecond(ours, seconds, connections));
    results.bare.push(await requestsPerSecond(bare, seconds, connections));
  }
  const [mine, theirs] = [median(results.ours), median(results.bare)];
  if (mine === 0 || theirs === 0) throw new Error(`${(mine === 0 ? ours : bare).url} gave no answer in ${seconds} s`);
  return comparePairs(results, "req/s");
}

/** A machine that is busy slows both of a round, so the ratio is taken of each round. */
function comparePairs({ ours, bare }: Pair, unit: string): Measured {
  const ratios = ours.map((value, round) => value / (bare[round] ?? Number.NaN));
  return compare(median(ours), median(bare), unit, median(ratios));
}

export async function requestsPerSecond(
  { tokens = [], ...target }: Target,
  duration: number,
  connections = 20,
): Promise<number> {
  const headers = { "accept-encoding": "br", ...target.headers };
  let opened = 0;
  const setupClient = (client: autocannon.Client) => {
    dropBodies(client);
    const token = tokens[opened++ % tokens.length];
    if (token) client.setHeaders({ ...headers, authorization: `Bearer ${token}` });
  };
  const result = await autocannon({ ...target, connections, duration, headers, setupClient });
  const unchanged = result.statusCodeStats?.["304"]?.count ?? 0;
  const { non2xx, errors } = result;
  if (non2xx > unchanged || errors > 0) {
    throw new Error(`${target.url} failed under load: ${non2xx - unchanged} refused, ${errors} without an answer`);
  }
  return result.requests.total / result.duration;
}

/** Read as text, as autocannon does, a compressed body takes longer than to send it: the client would be measured. */
function dropBodies(client: autocannon.Client): void {
  const { pipelinedRequests } = client as unknown as { pipelinedRequests: { addBody: (data: Buffer) => void } };
  pipelinedRequests.addBody = () => undefined;
}

interface Pair {
  ours: number[];
  bare: number[];
}

type Work = (round: number) => Promise<unknown>;

/** Milliseconds of two ways to do the same, measured in turns; the first turns only warm them up. */
export async function compareTimes(
  { rounds, warmUps = 0 }: { rounds: number; warmUps?: number },
  ours: Work,
  bare: Work,
): Promise<Measured> {
  const times: Pair = { ours: [], bare: [] };
  for (let round = 0; round < warmUps + rounds; round++) {
    const [mine, theirs] = [await msOf(() => ours(round)), await msOf(() => bare(round))];
    if (round < warmUps) continue;
    times.ours.push(mine);
    times.bare.push(theirs);
  }
  return comparePairs(times, "ms");
}

export async function msOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}
