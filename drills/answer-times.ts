import { setTimeout as pause } from "node:timers/promises";
import { ask } from "./ask.ts";
import { type Drill, exactly, quantile } from "./drill.ts";
import { openGround } from "./ground.ts";
import { password, signUp } from "./people.ts";

/** Accounts that take turns, so that no limit of one address is reached. */
const accounts = 30;
/** Whoever asks is in a network from which nobody has signed in. */
const headers = { "x-forwarded-for": "203.0.113.7" };
const resamples = 2_000;
/** As in the list of requirements: S14. */
const leastP = 0.01;

const calls: Record<string, { path: string; body: (email: string) => object }> = {
  "signing in": {
    path: "/auth/v1/token?grant_type=password",
    body: (email) => ({ email, password: `not ${password}` }),
  },
  recovery: { path: "/auth/v1/recover", body: (email) => ({ email }) },
  "a code by mail": { path: "/auth/v1/otp", body: (email) => ({ email, create_user: false }) },
};

interface Times {
  known: number[];
  unknown: number[];
  /** Pairs whose status or body differ. */
  differing: number;
}

export const answerTimes: Drill = {
  id: "timing",
  what: "addresses with an account and without one are asked for in turn, and the times compared",
  rounds: { few: 300, many: 300 },
  timeLimitMs: Infinity,
  async run(samples) {
    const ground = await openGround();
    try {
      const { line } = await ground.startInstance({ TRUST_PROXY: "1" });
      const known: string[] = [];
      while (known.length < accounts) known.push((await signUp(line)).email);
      let [separable, differing] = [0, 0];
      for (const [name, { path, body }] of Object.entries(calls)) {
        const times = await compare(samples, known, (email) => ask(line, "POST", path, { headers, body: body(email) }));
        const p = mannWhitney(times.known, times.unknown);
        const [low, high] = bootstrap(times.known, times.unknown);
        const [here, there] = [median(times.known), median(times.unknown)];
        process.stdout.write(
          `  ${name}: ${here.toFixed(2)} ms with an account, ${there.toFixed(2)} ms without; difference ${(here - there).toFixed(2)} ms, 99 % from ${low.toFixed(2)} to ${high.toFixed(2)}; p ${p.toFixed(3)}\n`,
        );
        if (p < leastP && (low > 0 || high < 0)) separable++;
        differing += times.differing;
      }
      return [
        exactly("calls whose time says whether there is an account", separable, 0),
        exactly("pairs of answers that differ", differing, 0),
      ];
    } finally {
      await ground.close();
    }
  },
};

/** In which what an answer did not wait for, such as a mail, has ended: the next one is not slowed by it. */
const restMs = 30;

/** One of each in turn, now this one first, now the other, and each address as often. The first few are warm-up. */
async function compare(
  samples: number,
  known: string[],
  send: (email: string) => Promise<{ status: number; answer: object }>,
): Promise<Times> {
  const times: Times = { known: [], unknown: [], differing: 0 };
  const timed = async (email: string) => {
    const began = performance.now();
    const { status, answer } = await send(email);
    const ms = performance.now() - began;
    await pause(restMs);
    return { ms, said: `${status} ${JSON.stringify({ ...answer, request_id: "" })}` };
  };
  const unknown = known.map(() => `${crypto.randomUUID().slice(0, 8)}@drill.example`);
  for (let round = -10; round < samples; round++) {
    const turn = (round + 10) % known.length;
    const emails = [known[turn] ?? "", unknown[turn] ?? ""];
    const isKnownFirst = Math.random() < 0.5;
    const first = await timed(emails[isKnownFirst ? 0 : 1] ?? "");
    const second = await timed(emails[isKnownFirst ? 1 : 0] ?? "");
    if (round < 0) continue;
    times.known.push((isKnownFirst ? first : second).ms);
    times.unknown.push((isKnownFirst ? second : first).ms);
    if (first.said !== second.said) times.differing++;
  }
  return times;
}

const median = (values: number[]) => quantile(values, 0.5);

/** The chance that two lots of the same kind differ as much as these, by the normal approximation. */
function mannWhitney(a: number[], b: number[]): number {
  const all = [...a.map((ms) => ({ ms, isA: true })), ...b.map((ms) => ({ ms, isA: false }))];
  const ranks = all.toSorted((x, y) => x.ms - y.ms).reduce((sum, { isA }, index) => sum + (isA ? index + 1 : 0), 0);
  const u = ranks - (a.length * (a.length + 1)) / 2;
  const mean = (a.length * b.length) / 2;
  const deviation = Math.sqrt((a.length * b.length * (a.length + b.length + 1)) / 12);
  return 2 * (1 - normal(Math.abs(u - mean) / deviation));
}

/** The share of a normal distribution below so many deviations (Abramowitz and Stegun 26.2.17). */
function normal(z: number): number {
  const t = 1 / (1 + 0.2316419 * z);
  const tail = t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return 1 - (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * tail;
}

/** Between which differences of the medians 99 of 100 lie when the samples are drawn again. */
function bootstrap(a: number[], b: number[]): [low: number, high: number] {
  const draw = (values: number[]) => median(values.map(() => values[Math.floor(Math.random() * values.length)] ?? 0));
  const differences = Array.from({ length: resamples }, () => draw(a) - draw(b));
  return [quantile(differences, 0.005), quantile(differences, 0.995)];
}
