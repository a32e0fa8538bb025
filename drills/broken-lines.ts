import { connect } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { atMost, type Drill, exactly } from "./drill.ts";
import { type Ground, openGround, until } from "./ground.ts";
import { manyAtOnce } from "./many-at-once.ts";
import { createClan, signUp } from "./people.ts";
import { openProxy } from "./proxy.ts";
import { statuses, timed, type Watched } from "./watch.ts";

export const brokenLines: Drill = {
  id: "F24",
  what: "the line to the database goes silent or loses packets, and clients hang up while they are answered",
  rounds: { few: 1_000, many: 10_000 },
  async run(rounds) {
    const ground = await openGround();
    const proxy = await openProxy(ground.databaseUrl);
    try {
      // With little room, whatever is kept for somebody who hung up is soon too much.
      const little = { DATABASE_POOL: "10", NODE_OPTIONS: "--max-old-space-size=160" };
      const instance = await ground.startInstance({ DATABASE_URL: proxy.url, ...little });
      const { line } = instance;
      const owner = await signUp(line);
      const path = `/api/clans/${await createClan(line, owner)}`;
      const askMany = (times: number) => manyAtOnce(times, 20, () => timed(line, path, owner.token));

      proxy.lose(0.1);
      const lossy = await askMany(200);
      proxy.lose(0);
      proxy.silence(true);
      const silent = await Promise.race([askMany(40), pause(30_000, [] as Watched[])]);
      proxy.silence(false);
      const back = await until(async () => (await timed(line, path, owner.token)).status === 200);

      await askMany(100);
      const before = await countLeft(ground);
      await manyAtOnce(rounds, 20, () => hangUp(line, `${path}/members`, owner.token));
      await until(async () => (await timed(line, path, owner.token)).status === 200);
      const after = await countLeft(ground);
      process.stdout.write(
        `  10 % lost: ${statuses(lossy)}; silent: ${statuses(silent)}; ${JSON.stringify([before, after])}\n`,
      );
      return [
        exactly("answers of a lossy line other than a success or 503", lossy.filter(isOdd).length, 0),
        exactly("answers of a silent line within 30 s that are missing", 40 - silent.length, 0),
        exactly("answers of a silent line other than a success or 503", silent.filter(isOdd).length, 0),
        atMost("first answer after the line is back", back / 1000, 10, "s"),
        exactly("statements still running after the clients hung up", after.running, 0),
        atMost("connections left behind", after.connections - before.connections, 0),
        exactly("instances that ran out of memory", instance.isRunning() ? 0 : 1, 0),
      ];
    } finally {
      proxy.close();
      await ground.close();
    }
  },
};

function isOdd({ status }: Watched): boolean {
  return status !== 200 && status !== 503;
}

/** Asks, and hangs up at some moment before or within the answer. */
function hangUp(address: string, path: string, token: string): Promise<void> {
  const { hostname, port } = new URL(address);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname, () => {
      socket.write(`GET ${path} HTTP/1.1\r\nhost: ${hostname}\r\nauthorization: Bearer ${token}\r\n\r\n`);
      setTimeout(() => socket.destroy(), Math.random() * 15);
    });
    socket.on("error", () => {}).on("close", () => resolve());
  });
}

async function countLeft(ground: Ground) {
  // Longer than a statement may take.
  await pause(7_000);
  const [row] = await ground.query<{ connections: number; running: number }>(
    `select count(*)::int as connections, (count(*) filter (where state <> 'idle' and query_start < now() - interval '6 seconds'))::int as running
     from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`,
  );
  return { connections: row?.connections ?? 0, running: row?.running ?? 0 };
}
