import { workOn } from "../server/src/cli/command.ts";
import { readDatabaseUrl } from "../server/src/db/database.ts";
import { atMost, type Drill, exactly } from "./drill.ts";
import { openGround } from "./ground.ts";
import { createClan, signUp } from "./people.ts";
import { seconds, startWatchingApart, statuses, timed } from "./watch.ts";

const [readers, writers] = [990, 10];
const lock = "begin; lock table clan_members in exclusive mode";

export const exhaustedPool: Drill = {
  id: "F23",
  what: "a thousand requests at once on ten connections, all of which wait for a lock",
  rounds: { few: 1, many: 10 },
  async run(rounds) {
    const ground = await openGround();
    try {
      const { line } = await ground.startInstance({ DATABASE_POOL: "10" });
      const owner = await signUp(line);
      const path = `/api/clans/${await createClan(line, owner)}`;
      const asked = [];
      const health = startWatchingApart(line, "/health");
      for (let round = 0; round < rounds; round++) {
        asked.push(
          ...(await workOn(readDatabaseUrl(ground.databaseUrl), new AbortController().signal, async (client) => {
            await client.query(lock);
            const waiting = Array.from({ length: writers }, (_, index) =>
              timed(line, `${path}/members`, owner.token, { name: `Op ${round} ${index}` }),
            );
            const reading = Array.from({ length: readers }, () => timed(line, path, owner.token));
            return Promise.all([...waiting, ...reading]);
          })),
        );
      }
      const [after, watched] = [await timed(line, path, owner.token), await health.stop()];
      const [counted] = await ground.query<{ deadlocks: number }>(
        "select sum(deadlocks)::int as deadlocks from pg_stat_database",
      );
      const refused = asked.filter(({ status }) => status === 503);
      process.stdout.write(`  ${statuses(asked)}; /health ${statuses(watched)}\n`);
      return [
        exactly("deadlocks", counted?.deadlocks ?? -1, 0),
        exactly("answers that are neither a success nor 503", asked.filter(isOdd).length, 0),
        exactly("refusals when all is over", after.status === 200 ? 0 : 1, 0),
        atMost("half of the refusals come within", seconds(refused, 0.5), 2.5, "s"),
        atMost("the slowest answer", seconds(asked, 1), 8, "s"),
        atMost("/health, 99 of 100", seconds(watched, 0.99), 0.5, "s"),
      ];
    } finally {
      await ground.close();
    }
  },
};

function isOdd({ status }: { status: number }): boolean {
  return status !== 503 && (status < 200 || status > 299);
}
