import { workOn } from "../server/src/cli/command.ts";
import { readDatabaseUrl } from "../server/src/db/database.ts";
import { atMost, type Drill, exactly } from "./drill.ts";
import { openGround, until } from "./ground.ts";
import { prepareHeap } from "./heap.ts";
import { manyAtOnce } from "./many-at-once.ts";
import { createClan, signUp } from "./people.ts";
import { openProxy } from "./proxy.ts";
import { seconds, startWatching, statuses, timed, type Watched } from "./watch.ts";

const delaysMs = [200, 1_000, 5_000, 30_000];
const asked = 200;

export const slowDatabase: Drill = {
  id: "F06",
  what: "the database answers late, by 0.2 to 30 seconds, and one table is locked",
  rounds: { few: 1, many: 5 },
  async run(rounds) {
    const ground = await openGround();
    const proxy = await openProxy(ground.databaseUrl);
    try {
      const prepared = await prepareHeap();
      const instance = await ground.startInstance({ DATABASE_URL: proxy.url, ...prepared.env });
      const { line } = instance;
      const owner = await signUp(line);
      const path = `/api/clans/${await createClan(line, owner)}`;
      const heap = await prepared.open(instance.pid);
      const before = await heap.readMb();
      const health = startWatching(line, "/health");
      const untouched = startWatching(line, "/privacy");
      const answers: Watched[] = [];
      for (let round = 0; round < rounds; round++) {
        for (const ms of delaysMs) {
          proxy.delay(ms);
          answers.push(...(await manyAtOnce(asked, asked, () => timed(line, path, owner.token))));
          process.stdout.write(`  ${ms} ms late: ${statuses(answers.slice(-asked))}\n`);
          proxy.delay(0);
          await until(async () => (await timed(line, path, owner.token)).status === 200);
        }
      }
      const locked = await askWhileLocked(ground.databaseUrl, line, path, owner.token);
      const grown = (await heap.readMb()) - before;
      heap.close();
      const [healthSeen, pagesSeen] = await Promise.all([health.stop(), untouched.stop()]);
      const odd = [...answers, ...locked].filter(({ status }) => status !== 200 && status !== 201 && status !== 503);
      process.stdout.write(`  locked: ${statuses(locked)}; /health ${statuses(healthSeen)}\n`);
      return [
        exactly("answers that are neither a success nor 503", odd.length, 0),
        exactly("instances that ended", instance.isRunning() ? 0 : 1, 0),
        atMost("the slowest answer", seconds([...answers, ...locked], 1), 13, "s"),
        atMost("/health, 99 of 100", seconds(healthSeen, 0.99), 0.5, "s"),
        atMost("a page that needs no database, 99 of 100", seconds(pagesSeen, 0.99), 2, "s"),
        atMost("what its heap grew by", Math.round(grown), 50, "MB"),
      ];
    } finally {
      proxy.close();
      await ground.close();
    }
  },
};

/** Statements that wait for the lock give up after their five seconds, and whoever needs another table is not in their way. */
function askWhileLocked(databaseUrl: string, line: string, path: string, token: string): Promise<Watched[]> {
  return workOn(readDatabaseUrl(databaseUrl), new AbortController().signal, async (client) => {
    await client.query("begin; lock table clan_members in access exclusive mode");
    return manyAtOnce(60, 20, (index) =>
      timed(line, `${path}/members`, token, index % 2 === 0 ? undefined : { name: `Late ${index}` }),
    );
  });
}
