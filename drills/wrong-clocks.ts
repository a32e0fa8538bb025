import { globSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { ask } from "./ask.ts";
import { type Drill, exactly } from "./drill.ts";
import { type Ground, openGround } from "./ground.ts";
import { oneTimeCode } from "./one-time-code.ts";
import { call, createClan, type Person, signUp } from "./people.ts";

const tokenSeconds = 60;
/** How far from the limit the drill stays: far enough for a slow machine, nearer than any of the clocks. */
const nearSeconds = 25;

/** Wrong passwords at one account within a quarter of an hour. */
const guessesAllowed = 10;

/** In the notation of faketime. */
const offsets = { right: "+0", behind: "-600", ahead: "+600", jumping: "+0", far: "@2038-01-19 03:13:30" };
type Name = keyof typeof offsets;

interface Clocked {
  name: Name;
  address: string;
  set(offset: string): Promise<void>;
}

interface Counts {
  wronglyRefused: string[];
  wronglyAccepted: string[];
}

export const wrongClocks: Drill = {
  id: "F15",
  what: "clocks of instances: ten minutes behind and ahead, an hour back in the middle of work, and in 2038",
  rounds: { few: 1, many: 5 },
  async run(rounds) {
    const [library] = globSync("/usr/lib/*/faketime/libfaketimeMT.so.1");
    if (!library) throw new Error("this drill needs the package libfaketime");
    const folder = await mkdtemp(join(tmpdir(), "clanhall-clocks-"));
    const ground = await openGround();
    try {
      const start = (name: Name) => startClocked(ground, folder, library, name);
      const instances = await Promise.all((Object.keys(offsets) as Name[]).map(start));
      const counts: Counts = { wronglyRefused: [], wronglyAccepted: [] };
      let [badReports, codes] = [0, 0];
      for (let round = 0; round < rounds; round++) {
        // So many people sign up from one network in an hour, and all of them do.
        await ground.query("delete from auth_rate_limits");
        badReports += await compareHealth(instances);
        const owner = await signUp(instances[0]?.address ?? "");
        await checkSessions(ground, instances, counts);
        await checkInvites(ground, instances, owner, counts);
        await checkDays(ground, instances, owner, counts);
        codes += await countCodeErrors(instances, counts);
        await checkLimits(instances, counts);
        await checkTokens(instances, counts);
      }
      for (const line of [...counts.wronglyRefused, ...counts.wronglyAccepted]) process.stdout.write(`  ${line}\n`);
      return [
        exactly("wrongful refusals", counts.wronglyRefused.length, 0),
        exactly("expired tokens, sessions, invites and codes that were accepted", counts.wronglyAccepted.length, 0),
        exactly("right codes of an authenticator app that were refused", codes, 0),
        exactly("instances whose /health misjudges their clock", badReports, 0),
      ];
    } finally {
      await ground.close();
      await rm(folder, { recursive: true, force: true });
    }
  },
};

async function startClocked(ground: Ground, folder: string, library: string, name: Name): Promise<Clocked> {
  const file = join(folder, name);
  const set = (offset: string) => writeFile(file, `${offset}\n`);
  await set(offsets[name]);
  const { line } = await ground.startInstance({
    AUTH_TOKEN_SECONDS: String(tokenSeconds),
    AUTH_RATE_LIMITS: "on",
    LD_PRELOAD: library,
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_NO_CACHE: "1",
    FAKETIME_DONT_FAKE_MONOTONIC: "1",
  });
  return { name, address: line, set };
}

/** Of six clocks two are right enough: the right one, and one that is 20 seconds off. */
async function compareHealth(instances: Clocked[]): Promise<number> {
  const read = async ({ address }: Clocked) => {
    const { answer } = await ask<{ status: string; reason?: string }>(address, "GET", "/health");
    return answer.status === "degraded" && answer.reason !== undefined;
  };
  let wrong = 0;
  for (const instance of instances) {
    const isOff = instance.name !== "right" && instance.name !== "jumping";
    if ((await read(instance)) !== isOff) wrong++;
  }
  const jumping = instances.find(({ name }) => name === "jumping");
  if (!jumping) return wrong;
  await jumping.set("+20");
  if (await read(jumping)) wrong++;
  await jumping.set(offsets.jumping);
  return wrong;
}

/** Every token is accepted everywhere while it lives, also where the clock jumps back, and nowhere afterwards. */
async function checkTokens(instances: Clocked[], counts: Counts): Promise<void> {
  const issued = await Promise.all(
    instances.map(async ({ name, address }) => ({ by: name, ...(await signUp(address)) })),
  );
  const began = performance.now();
  const ask401 = async (expected: "accepted" | "refused") => {
    for (const instance of instances) {
      for (const { by, token } of issued) {
        const { status } = await ask(instance.address, "GET", "/api/me/admin", { token });
        const line = `a token of "${by}" at "${instance.name}": ${status}`;
        if (expected === "accepted" && status !== 200) counts.wronglyRefused.push(line);
        if (expected === "refused" && status !== 401) counts.wronglyAccepted.push(line);
      }
    }
  };
  const waitUntil = (seconds: number) => pause(Math.max(0, began + seconds * 1000 - performance.now()));
  await ask401("accepted");
  const jumping = instances.find(({ name }) => name === "jumping");
  await jumping?.set("-3600");
  await waitUntil(tokenSeconds - nearSeconds);
  await ask401("accepted");
  await waitUntil(tokenSeconds + 5);
  await ask401("refused");
  await jumping?.set(offsets.jumping);
}

/** A session ends after so many days without use, by the database's days. */
async function checkSessions(ground: Ground, instances: Clocked[], counts: Counts): Promise<void> {
  for (const instance of instances) {
    for (const isOver of [false, true]) {
      const { id, token } = await signUp(instance.address);
      await ground.query(
        `update auth_sessions set created_at = now() - interval '40 days',
         refreshed_at = now() - interval '30 days' + make_interval(secs => $2) where user_id = $1`,
        [id, isOver ? -nearSeconds : nearSeconds],
      );
      const { status } = await ask(instance.address, "GET", "/api/me/admin", { token });
      note(counts, isOver, status === 200, `a session at "${instance.name}": ${status}`);
    }
  }
}

async function checkInvites(ground: Ground, instances: Clocked[], owner: Person, counts: Counts): Promise<void> {
  const [{ address } = { address: "" }] = instances;
  const clanId = await createClan(address, owner);
  for (const instance of instances) {
    for (const isOver of [false, true]) {
      const name = crypto.randomUUID();
      const member = await call<{ id: string }>(address, owner, "POST", `/api/clans/${clanId}/members`, { name });
      const sent = await call<{ id: string; invite_token: string; verification_code: string }>(
        instance.address,
        owner,
        "POST",
        "/api/invites",
        { clanMemberId: member.id },
      );
      const shift = isOver ? -nearSeconds : nearSeconds;
      await ground.query("update invites set expires_at = now() + make_interval(secs => $2) where id = $1", [
        sent.id,
        shift,
      ]);
      const path = `/api/invites/${sent.invite_token}/process`;
      const body = { verificationCode: sent.verification_code };
      const { status } = await ask(instance.address, "POST", path, { body });
      note(counts, isOver, status === 200, `an invite at "${instance.name}": ${status}`);
    }
  }
}

/** Each instance takes values of the database's day and none of the next, and its boards count that week. */
async function checkDays(ground: Ground, instances: Clocked[], owner: Person, counts: Counts): Promise<void> {
  const [{ address } = { address: "" }] = instances;
  const clan = `/api/clans/${await createClan(address, owner)}`;
  const add = async (what: string, body: object) =>
    (await call<{ id: string }>(address, owner, "POST", `${clan}/${what}`, body)).id;
  const member_id = await add("members", { name: "Robin" });
  const activity_id = await add("activities", { name: "Raids", short_label: "Raids", value_type: "whole" });
  const week = { title: "Week", activities: [{ activity_id }], period: { kind: "weekly" } };
  const standings = `/api/scoreboards/${await add("scoreboards", week)}/standings`;
  const [{ today, tomorrow } = { today: "", tomorrow: "" }] = await ground.query<{ today: string; tomorrow: string }>(
    "select (now() at time zone 'UTC')::date::text as today, ((now() at time zone 'UTC')::date + 1)::text as tomorrow",
  );
  const { token } = owner;
  for (const { name, address: line } of instances) {
    for (const day of [today, tomorrow]) {
      const body = { entries: [{ member_id, activity_id, day, value: 1 }] };
      const { status } = await ask(line, "PUT", `${clan}/entries`, { token, body });
      note(counts, day === tomorrow, status === 200, `a value of ${day} at "${name}": ${status}`);
    }
    type Shown = { board: { period: { from: string; to: string } } };
    const { from, to } = (await call<Shown>(line, owner, "GET", standings)).board.period;
    note(counts, false, from <= today && today <= to, `the week at "${name}": ${from} to ${to}`);
  }
}

/** An account takes so many wrong passwords in a quarter of an hour, through whichever instances they come. */
async function checkLimits(instances: Clocked[], counts: Counts): Promise<void> {
  const { email } = await signUp(instances[0]?.address ?? "");
  const body = { email, password: "a guess" };
  let judged = 0;
  for (let turn = 0; turn < 8 * instances.length; turn++) {
    const { address } = instances[turn % instances.length] ?? { address: "" };
    const { status } = await ask(address, "POST", "/auth/v1/token?grant_type=password", { body });
    if (status !== 429) judged++;
  }
  if (judged > guessesAllowed + instances.length) counts.wronglyAccepted.push(`${judged} guesses at one account`);
}

/** Codes as a phone with the right time shows them, and those it showed ten minutes ago. */
async function countCodeErrors(instances: Clocked[], counts: Counts): Promise<number> {
  let refused = 0;
  for (const { name, address } of instances) {
    const owner = await signUp(address);
    const input = { factor_type: "totp", friendly_name: "Phone" };
    const made = await call<{ id: string; totp: { secret: string } }>(
      address,
      owner,
      "POST",
      "/auth/v1/factors",
      input,
    );
    const factor = `/auth/v1/factors/${made.id}`;
    const show = async (steps: number) => {
      const { id } = await call<{ id: string }>(address, owner, "POST", `${factor}/challenge`, {});
      const body = { challenge_id: id, code: oneTimeCode(made.totp.secret, steps) };
      return (await ask(address, "POST", `${factor}/verify`, { token: owner.token, body })).status;
    };
    for (const steps of [-20, 20]) {
      if ((await show(steps)) === 200) counts.wronglyAccepted.push(`a code ${steps} steps off at "${name}"`);
    }
    const status = await show(0);
    if (status !== 200) refused++;
  }
  return refused;
}

function note(counts: Counts, isOver: boolean, isAccepted: boolean, line: string): void {
  if (isOver && isAccepted) counts.wronglyAccepted.push(line);
  if (!isOver && !isAccepted) counts.wronglyRefused.push(line);
}
