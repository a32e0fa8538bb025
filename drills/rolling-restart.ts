import { setTimeout as pause } from "node:timers/promises";
import { findFreePort } from "../bench/processes.ts";
import { type Drill, exactly } from "./drill.ts";
import { openGround } from "./ground.ts";
import { createClan, type Person, signUp } from "./people.ts";

const clients = 10;

export const rollingRestart: Drill = {
  id: "F25",
  what: "two instances are restarted in turn while people read and write",
  rounds: { few: 4, many: 20 },
  async run(rounds) {
    const ground = await openGround();
    try {
      const ports = [await findFreePort(), await findFreePort()].map(String);
      const instances = await Promise.all(ports.map((PORT) => ground.startInstance({ PORT })));
      const addresses = instances.map(({ line }) => line);
      const owner = await signUp(addresses[0] ?? "");
      const clanId = await createClan(addresses[0] ?? "", owner);
      const visiting = startVisiting(addresses, owner, clanId);
      for (let round = 0; round < rounds; round++) {
        await pause(500 + Math.random() * 500);
        const turn = round % 2;
        await instances[turn]?.stop();
        instances[turn] = await ground.startInstance({ PORT: ports[turn] ?? "" });
      }
      const { answered, moved, failures } = await visiting.stop();
      process.stdout.write(
        `  ${answered} answered, ${moved} of them by the other instance after a refused connection\n`,
      );
      for (const [failure, count] of failures) process.stdout.write(`  ${count} × ${failure}\n`);
      const failed = [...failures.values()].reduce((sum, count) => sum + count, 0);
      return [exactly("requests that failed", failed, 0)];
    } finally {
      await ground.close();
    }
  },
};

/** Like a proxy: a refused connection goes to the other instance, and anything else that is no answer is a failure. */
function startVisiting(addresses: string[], { token }: Person, clanId: string) {
  const failures = new Map<string, number>();
  const count = { answered: 0, moved: 0 };
  const stopping = new AbortController();
  const headers = { "content-type": "application/json", authorization: `Bearer ${token}` };

  async function visit(client: number): Promise<void> {
    for (let turn = client; !stopping.signal.aborted; turn++) {
      const isWrite = turn % 4 === 0;
      const init = isWrite ? { method: "POST", body: JSON.stringify({ name: `Op ${client} ${turn}` }) } : {};
      const url = `/api/clans/${clanId}/members`;
      const confirmed = await tryBoth(turn, isWrite ? url : `/api/clans/${clanId}`, init);
      if (confirmed !== "answered") failures.set(confirmed, (failures.get(confirmed) ?? 0) + 1);
    }
  }

  async function tryBoth(turn: number, path: string, init: RequestInit): Promise<string> {
    for (const [tried, offset] of [0, 1].entries()) {
      try {
        const answer = await fetch(`${addresses[(turn + offset) % 2]}${path}`, { ...init, headers });
        await answer.arrayBuffer();
        if (!answer.ok) return `${init.method ?? "GET"} refused with ${answer.status}`;
        count.answered += 1;
        count.moved += tried;
        return "answered";
      } catch (error) {
        const cause = error instanceof Error ? error.cause : null;
        const code = cause instanceof Error && "code" in cause ? String(cause.code) : String(error);
        if (code !== "ECONNREFUSED") return `${init.method ?? "GET"} broken off: ${code}`;
      }
    }
    return "refused by both";
  }

  const working = Array.from({ length: clients }, (_, client) => visit(client));
  return {
    async stop() {
      stopping.abort();
      await Promise.all(working);
      return { ...count, failures };
    },
  };
}
