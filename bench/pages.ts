import { comparePaints } from "./first-paint.ts";
import { compare, compareThroughput, requestsPerSecond, toUnits } from "./measure.ts";
import { memoryMiB, startScript } from "./processes.ts";
import { getProduct } from "./product.ts";
import { fixture } from "./runner/fixture.ts";

const paths = ["/health", "/privacy"];

/** A bare Fastify with the very bytes our server sends for these paths. */
const getBare = fixture("a bare Fastify with the same pages", async () => {
  const { ours } = await getProduct();
  const answers = await Promise.all(
    paths.map(async (path) => {
      const answer = await fetch(ours + path, { headers: { "accept-encoding": "identity" } });
      const body = Buffer.from(await answer.arrayBuffer()).toString("base64");
      return { path, body, headers: { "content-type": answer.headers.get("content-type") ?? "" } };
    }),
  );
  return startScript("bench/bare-server.ts", { ANSWERS: JSON.stringify(answers) });
});

async function comparePage(path: string) {
  const [{ ours }, bare] = [await getProduct(), await getBare()];
  const headers = { "accept-encoding": "identity" };
  return compareThroughput({ url: ours + path, headers }, { url: bare.line + path, headers });
}

/** After the same load on both, without PostgreSQL. */
async function compareMemory() {
  const [{ ours, pid }, bare] = [await getProduct(), await getBare()];
  for (const address of [ours, bare.line]) {
    for (const path of paths) await requestsPerSecond({ url: address + path }, 5);
  }
  return compare(memoryMiB(pid), memoryMiB(bare.pid), "MiB");
}

export const pageUnits = toUnits("pages", [
  {
    id: "health",
    what: "/health, asking the database, against a bare Fastify",
    limit: { kind: "at least", value: 0.5 },
    measure: () => comparePage("/health"),
  },
  {
    id: "privacy",
    what: "/privacy against a bare Fastify",
    limit: { kind: "at least", value: 0.6 },
    measure: () => comparePage("/privacy"),
  },
  {
    id: "memory",
    what: "memory after 10 s of load, without PostgreSQL, against a bare Fastify",
    limit: { kind: "at most", value: 5 },
    measure: compareMemory,
  },
  {
    id: "paint",
    what: "largest paint of /, slow line, against no scripts",
    limit: { kind: "at most", value: 1.1 },
    measure: async () => comparePaints(`${(await getProduct()).ours}/`),
  },
]);
