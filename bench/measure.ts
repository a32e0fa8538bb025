import autocannon from "autocannon";

/** One line of the report: ours against the plainest thing that does the same, in the same run. */
export interface Row {
  what: string;
  ours: string;
  bare: string;
  ratio: string;
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

const seconds = 2;
const rounds = 5;

type Target = Pick<autocannon.Options, "url" | "method" | "headers" | "body">;

/** Requests a second of two addresses, measured in turns so that the machine's moods hit both alike. */
export async function compareThroughput(what: string, ours: Target, bare: Target): Promise<Row> {
  const results: { ours: number[]; bare: number[] } = { ours: [], bare: [] };
  for (let round = 0; round < rounds; round++) {
    results.ours.push(await requestsPerSecond(ours));
    results.bare.push(await requestsPerSecond(bare));
  }
  const [mine, theirs] = [median(results.ours), median(results.bare)];
  return {
    what,
    ours: `${Math.round(mine)} req/s`,
    bare: `${Math.round(theirs)} req/s`,
    ratio: (mine / theirs).toFixed(2),
  };
}

async function requestsPerSecond(target: Target): Promise<number> {
  const headers = { "accept-encoding": "br", ...target.headers };
  const result = await autocannon({ ...target, connections: 20, duration: seconds, headers });
  const unchanged = result.statusCodeStats?.["304"]?.count ?? 0;
  if (result.non2xx > unchanged || result.errors > 0) throw new Error(`${target.url} failed under load`);
  return result.requests.average;
}

/** Milliseconds of two ways to do the same, measured in turns. */
export function compareTimes(what: string, times: { ours: number[]; bare: number[] }): Row {
  const [mine, theirs] = [median(times.ours), median(times.bare)];
  return { what, ours: `${Math.round(mine)} ms`, bare: `${Math.round(theirs)} ms`, ratio: (mine / theirs).toFixed(2) };
}
