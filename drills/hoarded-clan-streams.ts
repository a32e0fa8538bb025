import { atMost, type Drill } from "./drill.ts";
import { openGround, until } from "./ground.ts";
import { toFigures, workHonestly } from "./honest-user.ts";
import { openStreams } from "./open-streams.ts";
import { call, createClan, type Person, signUp } from "./people.ts";

const workMs = 8_000;
const today = new Date().toISOString().slice(0, 10);

export const hoardedClanStreams: Drill = {
  id: "M1",
  what: "a member opens thousands of event streams and saves, while somebody of another clan works",
  rounds: { few: 3_000, many: 10_000 },
  async run(streams) {
    const ground = await openGround();
    try {
      const { line: address } = await ground.startInstance();
      const [attacker, honest] = [await openClan(address), await openClan(address)];
      const before = await workHonestly(address, [() => honest.save(), () => honest.read()], workMs);
      const { clanId, person } = attacker;
      const urls = Array.from({ length: streams }, () => `${address}/api/clans/${clanId}/events`);
      const hoard = openStreams(urls, { authorization: `Bearer ${person.token}` });
      await until(() => hoard.countAnswered() >= streams, 120_000);
      const [during] = await Promise.all([
        workHonestly(address, [() => honest.save(), () => honest.read()], workMs),
        workHonestly(address, [() => attacker.save()], workMs),
      ]);
      const open = hoard.countOpen();
      hoard.close();
      return [atMost("streams of one member that are open", open, 10), ...toFigures(before, during)];
    } finally {
      await ground.close();
    }
  },
};

/** A clan with an activity, and what its owner does with it. */
async function openClan(address: string) {
  const person: Person = await signUp(address);
  const clanId = await createClan(address, person);
  const clan = `/api/clans/${clanId}`;
  const draft = { name: "Raid", short_label: "Raid", value_type: "whole" };
  const activity = await call<{ id: string }>(address, person, "POST", `${clan}/activities`, draft);
  const member = await call<{ id: string }>(address, person, "POST", `${clan}/members`, { name: "Robin" });
  const cell = { member_id: member.id, activity_id: activity.id, day: today };
  let value = 0;
  return {
    person,
    clanId,
    read: () => ({ method: "GET", path: `${clan}/days/${today}`, token: person.token }),
    save: () => {
      const body = { entries: [{ ...cell, value: (value += 1) }] };
      return { method: "PUT", path: `${clan}/entries`, token: person.token, body };
    },
  };
}
