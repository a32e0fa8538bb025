import { ask } from "./ask.ts";
import { atMost, type Drill, exactly, quantile } from "./drill.ts";
import { openGround } from "./ground.ts";
import { manyAtOnce } from "./many-at-once.ts";
import { call, createClan, password, type Person, signUp } from "./people.ts";

/** One attacker makes everybody else at most so many times slower. */
const slowerMax = 5;
/** Below this nobody notices, and the ratio would be one of noise. */
const shortestMs = 20;
/** One character that stands for a phrase of eighteen. */
const phrase = "\ufdfa";
const today = new Date().toISOString().slice(0, 10);

interface Setup {
  address: string;
  attacker: Person;
  clan: string;
  honest: Person;
  /** The path of the honest user's clan. */
  theirs: string;
  query: (text: string, values?: unknown[]) => Promise<unknown>;
}

interface Attack {
  id: string;
  what: string;
  prepare?: (setup: Setup) => Promise<void>;
  /** How many of these go on at the same time, all the time. */
  atOnce: number;
  strike: (setup: Setup, index: number) => Promise<unknown>;
  /** What somebody else does meanwhile; answers with the status. */
  work: (setup: Setup, index: number) => Promise<number>;
}

/** An honest user works alone, then beside an attacker. */
function toDrill({ id, what, prepare, atOnce, strike, work }: Attack): Drill {
  return {
    id,
    what,
    rounds: { few: 30, many: 200 },
    async run(rounds) {
      const ground = await openGround();
      try {
        const { line: address } = await ground.startInstance({ TRUST_PROXY: "1" });
        const [attacker, honest] = [await signUp(address), await signUp(address)];
        const [clan, their] = [await createClan(address, attacker), await createClan(address, honest)];
        const setup = {
          address,
          attacker,
          honest,
          query: (text: string, values?: unknown[]) => ground.query(text, values),
          clan: `/api/clans/${clan}`,
          theirs: `/api/clans/${their}`,
        };
        await prepare?.(setup);
        const before = await workFor(setup, work, 0, rounds);
        const stopping = new AbortController();
        const striking = Array.from({ length: atOnce }, async (_, index) => {
          while (!stopping.signal.aborted) await strike(setup, index);
        });
        const during = await workFor(setup, work, rounds, rounds);
        stopping.abort();
        await Promise.all(striking);
        const p95 = [before, during].map(({ times }) => Math.max(shortestMs, quantile(times, 0.95)));
        const [alone = 1, beside = 1] = p95;
        process.stdout.write(`  95 of 100 within ${Math.round(alone)} ms alone, ${Math.round(beside)} ms beside it\n`);
        return [
          atMost("how many times slower others become, 95 of 100", beside / alone, slowerMax),
          exactly("refusals of somebody else", during.refused + before.refused, 0),
        ];
      } finally {
        await ground.close();
      }
    },
  };
}

async function workFor(setup: Setup, work: Attack["work"], start: number, rounds: number) {
  const times: number[] = [];
  let refused = 0;
  for (let round = 0; round < rounds; round++) {
    const began = performance.now();
    if ((await work(setup, start + round)) !== 200) refused += 1;
    times.push(performance.now() - began);
  }
  return { times, refused };
}

const readClan: Attack["work"] = async ({ address, honest, theirs }) =>
  (await ask(address, "GET", theirs, { token: honest.token })).status;

function importLines({ address, attacker, clan }: Setup, lines: string[]) {
  const mapping = { date: 0, player: 1, activity: 2, value: 3, activities: [], day: null };
  const content = ["date,player,activity,value", ...lines].join("\n");
  const body = { format: "long", mapping, dry_run: true, content };
  return ask(address, "POST", `${clan}/imports`, { token: attacker.token, body });
}

async function addOddPlayers({ clan, query }: Setup): Promise<void> {
  const aliases = JSON.stringify(Array.from({ length: 10 }, (_, index) => `${index}${phrase.repeat(50)}`));
  await query(
    `insert into clan_members (clan_id, name, name_key, aliases)
     select $1, 'Player ' || n, 'player ' || n, $2::jsonb from generate_series(1, 450) n`,
    [clan.split("/").at(-1), aliases],
  );
}

const oddNames = toDrill({
  id: "H1",
  what: "names that stand for thousands of letters are imported while somebody reads their clan",
  prepare: addOddPlayers,
  atOnce: 10,
  strike: (setup, index) =>
    importLines(
      setup,
      Array.from({ length: 40 }, (_, line) => `${today},${phrase.repeat(index % 2 === 0 ? 490 : 20)}${line},Raids,1`),
    ),
  work: readClan,
});

/** Boards of each side, so that each picture is one that nobody has drawn yet. */
const boards = { attackers: [] as string[], honest: [] as string[] };

async function addBoards({ address, attacker, honest, clan, theirs }: Setup): Promise<void> {
  const addMany = async (person: Person, path: string, count: number) => {
    const raids = { name: "Raids", short_label: "Raid", value_type: "whole", category: "Play" };
    const { id } = await call<{ id: string }>(address, person, "POST", `${path}/activities`, raids);
    const settings = { measure: "points", activities: [{ activity_id: id }], period: { kind: "monthly" } };
    return manyAtOnce(count, 4, async (index) => {
      const body = { ...settings, title: `Board ${index}` };
      return (await call<{ id: string }>(address, person, "POST", `${path}/scoreboards`, body)).id;
    });
  };
  boards.attackers = await addMany(attacker, clan, 20);
  const own = await addMany(honest, theirs, 60);
  boards.honest = await manyAtOnce(own.length, 4, async (index) => {
    const path = `/api/scoreboards/${own[index]}/share`;
    return (await call<{ share: { token: string } }>(address, honest, "POST", path, {})).share.token;
  });
}

const pictures = toDrill({
  id: "M2",
  what: "twenty pictures of tables are asked for at a time while chats ask for cards",
  prepare: addBoards,
  atOnce: 20,
  strike: async ({ address, attacker }, index) => {
    const path = `/api/scoreboards/${boards.attackers[index]}`;
    // A new title is a new version, of which there is no picture yet.
    const body = { title: `Board ${crypto.randomUUID()}` };
    await ask(address, "PATCH", path, { token: attacker.token, body });
    await fetch(`${address}${path}/standings.png`, { headers: { authorization: `Bearer ${attacker.token}` } })
      .then((answer) => answer.arrayBuffer())
      .catch(() => null);
  },
  work: async ({ address }, index) => {
    const token = boards.honest[index % boards.honest.length];
    const answer = await fetch(`${address}/api/public/scoreboards/${token}/card.png`);
    await answer.arrayBuffer();
    return answer.status;
  },
});

const expensiveCalls = toDrill({
  id: "M3",
  what: "previews, dry runs, histories, exports and passwords without proof at a time while somebody reads their clan",
  prepare: addOddPlayers,
  atOnce: 30,
  strike: (setup, index) => {
    const { address, attacker, clan } = setup;
    const { token } = attacker;
    const year = `from=${Number(today.slice(0, 4)) - 1}${today.slice(4)}&to=${today}`;
    const calls = [
      () => ask(address, "POST", `${clan}/bulletins/preview`, { token, body: { content: "<b><i>".repeat(6_000) } }),
      () =>
        importLines(
          setup,
          Array.from({ length: 5_000 }, (_, line) => `${today},Nobody ${line},Raids,1`),
        ),
      () => ask(address, "GET", `${clan}/entries/summary?${year}&rows=member&columns=day`, { token }),
      () => ask(address, "GET", `${clan}/entries.json?${year}`, { token }),
      () => ask(address, "PUT", "/auth/v1/user", { token, body: { password: `${password} ${"x7".repeat(50)}` } }),
    ];
    return calls[index % calls.length]?.() ?? Promise.resolve();
  },
  work: readClan,
});

/** Networks as a proxy tells of them. */
const signIn = (address: string, email: string, network: string) =>
  ask(address, "POST", "/auth/v1/token?grant_type=password", {
    body: { email, password },
    headers: { "x-forwarded-for": network },
  });

const signIns = toDrill({
  id: "L6",
  what: "ninety sign-ins of one network at a time while somebody elsewhere signs in",
  atOnce: 90,
  strike: ({ address }) => signIn(address, `${crypto.randomUUID()}@drill.example`, "198.51.100.7"),
  work: async ({ address, honest }) => (await signIn(address, honest.email, "203.0.113.7")).status,
});

export const heavyCallers: Drill[] = [oddNames, pictures, expensiveCalls, signIns];
