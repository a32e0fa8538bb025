import { setTimeout as pause } from "node:timers/promises";
import type { Figure } from "../bench/runner/unit.ts";
import { testSecret } from "../server/src/testing/secrets.ts";
import { ask } from "./ask.ts";
import { atMost, type Drill, exactly, quantile } from "./drill.ts";
import { until } from "./ground.ts";
import { startProduct } from "./instances.ts";
import { checkWrites, describeWrites, startWriting } from "./numbered-writes.ts";
import { listMissing, openPatroniCluster } from "./patroni-cluster.ts";
import { createClan, signUp } from "./people.ts";

/** `ttl` of deploy/patroni/patroni.yml, an election, and two checks of HAProxy. */
const longestAwaySeconds = 30;

export const patroniFailovers: Drill = {
  id: "F29",
  what: "Patroni, etcd and HAProxy: the leader of three PostgreSQL is killed again and again while people write",
  rounds: { few: 2, many: 20 },
  async run(rounds) {
    const missing = listMissing();
    if (missing.length > 0) {
      process.stdout.write(
        `  left out: ${missing.join(", ")} missing; apt-get install patroni etcd-server haproxy postgresql-15\n`,
      );
      return [];
    }
    const cluster = await openPatroniCluster();
    const env = { DATABASE_URL: cluster.url, DATABASE_READ_URL: cluster.readUrl, CLANHALL_SECRET: testSecret };
    const instances = [await startProduct(env), await startProduct(env)];
    try {
      const addresses = instances.map(({ line }) => line);
      const [first = ""] = addresses;
      const aways: number[] = [];
      const written: { clanId: string; writing: ReturnType<typeof startWriting> }[] = [];
      for (let round = 0; round < rounds; round++) {
        const owner = await signUp(first);
        const clanId = await createClan(first, owner);
        const writing = startWriting({ addresses, owner, clanId, clients: 6 });
        written.push({ clanId, writing });
        await pause(1_000 + Math.random() * 1_000);
        const leader = await cluster.findLeader();
        if (!leader) throw new Error("there is no leader to kill");
        await cluster.killNode(leader);
        const away = await untilWritten(addresses, owner.token, clanId);
        aways.push(away / 1000);
        await pause(500);
        await writing.stop();
        const after = await cluster.findLeader();
        process.stdout.write(
          `  ${leader} killed, ${after} leads: written after ${(away / 1000).toFixed(1)} s; ${describeWrites(writing.answers)}\n`,
        );
        cluster.startPatroni(leader);
        await cluster.untilWhole();
      }
      const counts = { acknowledged: 0, lost: 0, wrong: 0 };
      for (const { clanId, writing } of written) {
        const { lost, doubled, partial } = await checkWrites(cluster, clanId, writing);
        counts.acknowledged += writing.acknowledged.length;
        counts.lost += lost;
        counts.wrong += doubled + partial + writing.unknown.length;
      }
      return toFigures(aways, counts, instances.filter((instance) => !instance.isRunning()).length);
    } finally {
      await Promise.all(instances.map((instance) => instance.kill()));
      await cluster.close();
    }
  },
};

/** Milliseconds until a write succeeds that began after the leader's death, through whichever instance. */
function untilWritten(addresses: string[], token: string, clanId: string): Promise<number> {
  let tries = 0;
  return until(async () => {
    const address = addresses[tries++ % addresses.length] ?? "";
    const input = { token, body: { name: `After ${tries}` } };
    const { status } = await ask(address, "POST", `/api/clans/${clanId}/members`, input);
    return status >= 200 && status < 300;
  }, 90_000);
}

interface Counts {
  acknowledged: number;
  lost: number;
  wrong: number;
}

function toFigures(aways: number[], { acknowledged, lost, wrong }: Counts, ended: number): Figure[] {
  const count = (what: string, value: number): Figure => ({ what, value, ours: String(value) });
  return [
    count("leaders killed", aways.length),
    count("writes acknowledged", acknowledged),
    exactly("acknowledged writes lost", lost, 0),
    exactly("writes done twice, without their audit row or of unknown fate", wrong, 0),
    exactly("instances that ended", ended, 0),
    atMost("from a leader's death to the next write, median", quantile(aways, 0.5), longestAwaySeconds, "s"),
    atMost("from a leader's death to the next write, longest", quantile(aways, 1), longestAwaySeconds, "s"),
  ];
}
