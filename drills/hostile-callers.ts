import { setTimeout as pause } from "node:timers/promises";
import fc from "fast-check";
import { ask } from "./ask.ts";
import { type Drill, exactly } from "./drill.ts";
import { type Ground, openGround } from "./ground.ts";
import { listCalls, send } from "./malformed-requests.ts";
import { manyAtOnce } from "./many-at-once.ts";
import { type Call, type OddRequest, oddRequest } from "./odd-requests.ts";
import { call, createClan, type Person, signUp } from "./people.ts";

/** After so many there are new people and a new clan: these may have deleted theirs. */
const batch = 700;
const triesMax = 5;
/** In every text of the clan that is nobody's business. */
const mark = "Nightjar";

interface Persona {
  name: string;
  token: string;
}

interface ClanWorld {
  /** What fills a path, by the name of its part. */
  known: Record<string, string>;
  owner: Person;
}

/** Sends hostile values through every parameter of every call, as everybody from a visitor to an app admin. */
export const hostileCallers: Drill = {
  id: "personas",
  what: "hostile values through every parameter of the API, as seven kinds of people, with ids of another clan",
  rounds: { few: 1_000_000, many: 1_000_000 },
  timeLimitMs: Infinity,
  async run(rounds) {
    const ground = await openGround();
    try {
      const instance = await ground.startInstance({ DISCORD_API: "http://127.0.0.1:9" });
      const { line } = instance;
      const calls = await listCalls(line);
      const foreign = await makeClan(ground, line, mark);
      const foreignIds = await listIds(ground, foreign);
      await requireMark(line, foreign);
      const before = await listRows(ground, foreign);
      const [failures, leaks, statuses] = [new Set<string>(), new Set<string>(), new Map<number, number>()];
      const seed = Math.floor(Math.random() * 2 ** 31);
      process.stdout.write(`  ${calls.length} calls, seed ${seed}\n`);
      for (let done = 0; done < rounds; done += batch) {
        const { world, personas } = await patiently(async () => {
          const made = await makeClan(ground, line, "Kestrel");
          return { world: made, personas: await makePersonas(ground, line, made) };
        });
        const requests = sample(calls, world, foreign, foreignIds, seed + done, Math.min(batch, rounds - done));
        await manyAtOnce(requests.length, 8, async (index) => {
          const request = requests[index];
          const persona = personas[index % personas.length];
          if (!request || !persona) return;
          // An admin may end any account, and with it what its owner was in a clan.
          if (persona.name === "admin" && request.url.includes(foreign.owner.id)) return;
          const { status, text } = await sendPatiently(line, persona.token, request);
          statuses.set(status, (statuses.get(status) ?? 0) + 1);
          const what = `${persona.name}: ${status} ${request.method} ${request.url.slice(0, 200)} ${String(request.body).slice(0, 300)}`;
          if (status >= 500 || (status === 0 && !request.isTooLarge)) failures.add(what);
          const sent = `${decode(request.url)} ${String(request.body)}`;
          const isForeign = text.includes(mark) || foreignIds.some((id) => text.includes(id) && !sent.includes(id));
          // Admins see every account and, in lists, every clan.
          if (isForeign && persona.name !== "admin") leaks.add(what);
        });
      }
      const after = await listRows(ground, foreign);
      const changed = [...before, ...after].filter((row) => !before.has(row) || !after.has(row));
      for (const what of [...failures, ...leaks, ...changed].slice(0, 20)) process.stdout.write(`  ${what}\n`);
      process.stdout.write(`  ${[...statuses].map(([status, count]) => `${count} × ${status}`).join(", ")}\n`);
      return [
        exactly("answers that are a failure of ours, or none", failures.size, 0),
        exactly("answers that show something of another clan", leaks.size, 0),
        exactly("rows of another clan that changed", changed.length, 0),
        exactly("instances that ended", instance.isRunning() ? 0 : 1, 0),
      ];
    } finally {
      await ground.close();
    }
  },
};

/** On a machine that has other work to do, a server may ask to be asked later. */
async function patiently<Made>(make: () => Promise<Made>): Promise<Made> {
  for (let tries = 1; tries < triesMax; tries++) {
    try {
      return await make();
    } catch {
      await pause(2_000);
    }
  }
  return make();
}

async function sendPatiently(line: string, token: string, request: OddRequest) {
  let answer = await send(line, token, request);
  for (let tries = 1; tries < triesMax && (answer.status === 0 || answer.status === 503); tries++) {
    if (answer.status === 503) await pause(2_000);
    answer = await send(line, token, request);
  }
  return answer;
}

/** Every call comes in turn. Of three requests one names a row of the other clan wherever it can. */
function sample(
  calls: Call[],
  world: ClanWorld,
  foreign: ClanWorld,
  foreignIds: string[],
  seed: number,
  count: number,
) {
  const owned = Object.values(world.known);
  const mixed = { ...foreign.known, clanId: world.known["clanId"] ?? "" };
  return [
    oddRequest(calls, world.known, owned),
    oddRequest(calls, mixed, [...owned, ...foreignIds]),
    oddRequest(calls, foreign.known, foreignIds),
  ].flatMap((requests, index) => fc.sample(requests, { numRuns: Math.ceil(count / 3), seed: seed + index }));
}

function decode(url: string): string {
  try {
    return decodeURIComponent(url);
  } catch {
    return url;
  }
}

async function makeClan(ground: Ground, line: string, name: string): Promise<ClanWorld> {
  const owner = await signUp(line, `${name}${crypto.randomUUID().slice(0, 8)}`);
  const clanId = await createClan(line, owner);
  const clan = `/api/clans/${clanId}`;
  await ground.query("update clans set description = $2 where id = $1", [clanId, name]);
  const add = async (path: string, body: object) => (await call<{ id: string }>(line, owner, "POST", path, body)).id;
  const memberId = await add(`${clan}/members`, { name: `${name} Robin` });
  const activity = { name: `${name} raids`, short_label: name.slice(0, 6), value_type: "whole" };
  const activityId = await add(`${clan}/activities`, activity);
  const board = { title: `${name} board`, activities: [{ activity_id: activityId }] };
  const scoreboardId = await add(`${clan}/scoreboards`, board);
  const bulletinId = await add(`${clan}/bulletins`, { title: `${name} news`, content: `<p>${name}</p>` });
  const invite = await add("/api/invites", { clanMemberId: memberId });
  const day = new Date().toISOString().slice(0, 10);
  const entries = [{ member_id: memberId, activity_id: activityId, day, value: 7 }];
  await call(line, owner, "PUT", `${clan}/entries`, { entries });
  const warning = await ask<{ id: string }>(line, "POST", `${clan}/members/${memberId}/warnings`, {
    token: owner.token,
    body: { reason: `${name} was late` },
  });
  const note = await ask<{ id: string }>(line, "POST", `${clan}/members/${memberId}/notes`, {
    token: owner.token,
    body: { text: `${name} note` },
  });
  const known = { clanId, memberId, activityId, scoreboardId, bulletinId, invite, day, userId: owner.id };
  return { owner, known: { ...known, warningId: warning.answer.id ?? "", noteId: note.answer.id ?? "" } };
}

/** What nobody else may be shown is really there to be shown. */
async function requireMark(line: string, { owner, known }: ClanWorld): Promise<void> {
  const url = `/api/clans/${known["clanId"]}/members`;
  const { text } = await send(line, owner.token, { method: "GET", url, headers: {}, isTooLarge: false });
  if (!text.includes(mark)) throw new Error("the other clan does not carry its mark");
}

async function makePersonas(ground: Ground, line: string, { owner, known }: ClanWorld): Promise<Persona[]> {
  const join = async (role: string, status: string) => {
    const person = await signUp(line);
    const name = `${role} ${person.id.slice(0, 8)}`;
    const { id } = await call<{ id: string }>(line, owner, "POST", `/api/clans/${known["clanId"]}/members`, { name });
    await ground.query("update clan_members set user_id = $2, role = $3, status = $4 where id = $1", [
      id,
      person.id,
      role,
      status,
    ]);
    return person.token;
  };
  const admin = await signUp(line);
  await ground.query("insert into app_admins (user_id) values ($1)", [admin.id]);
  return [
    { name: "visitor", token: "" },
    { name: "stranger", token: (await signUp(line)).token },
    { name: "member", token: await join("member", "active") },
    { name: "officer", token: await join("maintainer", "active") },
    { name: "owner", token: owner.token },
    { name: "removed", token: await join("member", "removed") },
    { name: "admin", token: admin.token },
  ];
}

async function listTables(ground: Ground): Promise<string[]> {
  const rows = await ground.query<{ name: string }>(
    "select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'clan_id'",
  );
  return rows.map(({ name }) => name);
}

/** Of every row of the clan that has one, of the clan and of its owner. */
async function listIds(ground: Ground, { known, owner }: ClanWorld): Promise<string[]> {
  const ids = [known["clanId"] ?? "", owner.id];
  for (const table of await listTables(ground)) {
    const rows = await ground.query<{ row: { id?: unknown } }>(
      `select to_jsonb(t) as row from "${table}" t where clan_id = $1`,
      [known["clanId"]],
    );
    ids.push(...rows.flatMap(({ row }) => (typeof row.id === "string" ? [row.id] : [])));
  }
  return [...new Set(ids)];
}

/** All its rows as text, each with its table; what is only counted, like views and the last use, is left out. */
async function listRows(ground: Ground, { known }: ClanWorld): Promise<Set<string>> {
  const found = new Set<string>();
  for (const table of await listTables(ground)) {
    const rows = await ground.query<{ row: string }>(
      `select (to_jsonb(t) - 'views')::text as row from "${table}" t where clan_id = $1`,
      [known["clanId"]],
    );
    for (const { row } of rows) found.add(`${table} ${row}`);
  }
  return found;
}
