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
