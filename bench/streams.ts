import { get } from "node:http";
import { call } from "./product.ts";

const streams = 2_000;

interface Memory {
  held: number;
  rss: number;
}

/** KB that an instance needs for each open stream; the first few are not counted, they bring what all of them share. */
export async function measureStreams(url: string, door: string): Promise<Memory> {
  await openStreams(url, 200).then((end) => end());
  const before = await call<Memory>(door);
  const end = await openStreams(url, streams);
  const after = await call<Memory>(door);
  end();
  const each = (kind: keyof Memory) => (after[kind] - before[kind]) / streams / 1024;
  return { held: each("held"), rss: each("rss") };
}

async function openStreams(url: string, count: number): Promise<() => void> {
  const ends: (() => void)[] = [];
  while (ends.length < count) {
    const opening = Array.from({ length: 100 }, (_, index) => openStream(url, toVisitor(ends.length + index)));
    ends.push(...(await Promise.all(opening)));
  }
  return () => ends.forEach((end) => end());
}

/** One network may open only so many: ten visitors come from each. */
function toVisitor(index: number): string {
  const network = Math.floor(index / 10);
  return `10.0.${Math.floor(network / 250)}.${network % 250}`;
}

/** Resolves when the first event has come; returns how to leave. */
function openStream(url: string, visitor: string): Promise<() => void> {
  return new Promise((resolve, reject) => {
    const asked = get(url, { agent: false, headers: { "x-forwarded-for": visitor } }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`${url} answered ${answer.statusCode}`));
      answer.once("data", () => resolve(() => asked.destroy()));
      answer.on("error", () => undefined);
    });
    asked.on("error", reject);
  });
}
