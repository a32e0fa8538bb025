import { setTimeout as pause } from "node:timers/promises";
import { ask } from "./ask.ts";
import { atMost, type Drill, exactly, quantile } from "./drill.ts";
import { openGround, until } from "./ground.ts";
import { password, signUp } from "./people.ts";

const tabs = 10;
const reuseSeconds = 5;
const families = 3;

interface Session {
  access_token: string;
  refresh_token: string;
}

export const refreshingTabs: Drill = {
  id: "F09",
  what: "ten tabs of one session refresh at once through two instances, then a copied token is used",
  rounds: { few: 50, many: 1_000 },
  async run(rounds) {
    const ground = await openGround();
    try {
      const env = { AUTH_REUSE_SECONDS: String(reuseSeconds) };
      const [one, other] = await Promise.all([ground.startInstance(env), ground.startInstance(env)]);
      const addresses = [one.line, other.line];
      let [signOuts, mostChildren, survivors] = [0, 0, 0];
      const deaths: number[] = [];
      for (let family = 0; family < families; family++) {
        const history = [await signIn(one.line)];
        for (let round = 0; round < rounds / families; round++) {
          const answers = await Promise.all(
            Array.from({ length: tabs }, (_, tab) => refresh(addresses[tab % 2], history.at(-1))),
          );
          const children = answers.filter(({ status }) => status === 200).map(({ answer }) => answer);
          signOuts += answers.length - children.length;
          mostChildren = Math.max(mostChildren, new Set(children.map((child) => child.refresh_token)).size);
          history.push(...children.slice(0, 1));
        }
        const death = await replay(addresses, history);
        deaths.push(death.ms);
        survivors += death.survivors;
      }
      return [
        exactly("tabs that were signed out", signOuts, 0),
        exactly("most children of one refresh token", mostChildren, 1),
        exactly("sessions that outlived a copied token", survivors, 0),
        atMost("time until a session with a copied token is over everywhere", quantile(deaths, 1) / 1000, 1, "s"),
      ];
    } finally {
      await ground.close();
    }
  },
};

async function signIn(address: string): Promise<Session> {
  const { email } = await signUp(address);
  const body = { email, password };
  return (await ask<Session>(address, "POST", "/auth/v1/token?grant_type=password", { body })).answer;
}

function refresh(address = "", session?: Session) {
  const body = { refresh_token: session?.refresh_token };
  return ask<Session>(address, "POST", "/auth/v1/token?grant_type=refresh_token", { body });
}

/** Uses a token from long ago: nothing of its session may work from then on, whichever instance is asked. */
async function replay(addresses: string[], history: Session[]): Promise<{ ms: number; survivors: number }> {
  await pause(reuseSeconds * 1000 + 200);
  const [first] = history;
  const newest = history.at(-1);
  const copied = await refresh(addresses[0], first);
  const ms = await until(async () => {
    const token = newest?.access_token ?? "";
    const asked = addresses.map((address) => ask(address, "GET", "/api/me/profile", { token }));
    return (await Promise.all(asked)).every(({ status }) => status === 401);
  }).catch(() => Number.POSITIVE_INFINITY);
  const refreshed = await Promise.all(addresses.map((address) => refresh(address, newest)));
  return { ms, survivors: [copied, ...refreshed].filter(({ status }) => status === 200).length };
}
