import type { RunningServer } from "../bench/processes.ts";
import { ask } from "./ask.ts";
import { atMost, type Drill, exactly } from "./drill.ts";
import { type Ground, openGround } from "./ground.ts";
import { manyAtOnce } from "./many-at-once.ts";
import { password, signUp } from "./people.ts";

/** Limits as they are for everybody, behind one proxy that tells where people come from. */
const env = { AUTH_RATE_LIMITS: "on", TRUST_PROXY: "1" };
const instances = 3;
/** Tries within a quarter of an hour: at one account, and from one network. */
const allowed = { account: 10, network: 100 };
const home = "203.0.113.7";

export const guessedPasswords: Drill = {
  id: "F12",
  what: "passwords are guessed through three instances, one of which is restarted, under made-up addresses",
  rounds: { few: 900, many: 5_000 },
  async run(tries) {
    const ground = await openGround();
    try {
      const servers = await Promise.all(Array.from({ length: instances }, () => ground.startInstance(env)));
      const { email } = await signUp(servers[0]?.line ?? "");
      await signIn(servers[0], email, password, home);
      const one = await guess(ground, servers, tries, (index) => ({ email, network: `198.51.100.${index % 50}` }));
      const many = await guess(ground, servers, tries, (index) => ({
        email: `${index}@drill.example`,
        network: "192.0.2.9",
      }));
      const owners = await Promise.all(servers.map((server) => signIn(server, email, password, home)));
      const outsiders = await Promise.all(servers.map((server) => signIn(server, email, "a guess", "198.51.100.99")));
      return [
        atMost("guesses judged at one account", one, allowed.account + instances),
        atMost("guesses judged from one network", many, allowed.network + instances),
        exactly("instances that judge one more", outsiders.filter(({ status }) => status !== 429).length, 0),
        exactly("instances that lock the owner out at home", owners.filter(({ status }) => status !== 200).length, 0),
      ];
    } finally {
      await ground.close();
    }
  },
};

/** Returns how many guesses were compared with a password; halfway one instance is killed and started again. */
async function guess(
  ground: Ground,
  servers: RunningServer[],
  tries: number,
  next: (index: number) => { email: string; network: string },
): Promise<number> {
  const before = await countJudged(ground);
  const [first] = servers;
  const port = first ? new URL(first.line).port : "";
  let isBack: Promise<unknown> = Promise.resolve();
  await manyAtOnce(tries, 30, async (index) => {
    if (index === Math.floor(tries / 2)) {
      isBack = (async () => {
        await first?.kill();
        servers[0] = await ground.startInstance({ ...env, PORT: port });
      })();
    }
    const { email, network } = next(index);
    await signIn(servers[index % servers.length], email, `guess number ${index}`, network);
  });
  await isBack;
  return (await countJudged(ground)) - before;
}

/** The address before the proxy's own word is whatever the caller made up. */
function signIn(server: RunningServer | undefined, email: string, word: string, network: string) {
  const headers = { "x-forwarded-for": `10.${Math.floor(Math.random() * 256)}.0.1, ${network}` };
  const body = { email, password: word };
  return ask(server?.line ?? "", "POST", "/auth/v1/token?grant_type=password", { body, headers });
}

async function countJudged(ground: Ground): Promise<number> {
  const [row] = await ground.query<{ count: number }>(
    "select count(*)::int as count from auth_audit where action = 'login' and outcome = 'failure' and not traits ? 'reason'",
  );
  return row?.count ?? 0;
}
