import type { ClanNotifications } from "@clanhall/contract/notifications";
import { expect, test } from "vitest";
import { sharedApp, type TestApp } from "../../testing/test-app.ts";

const world = await sharedApp();

const url = "/api/me/notifications";
const nothing = {
  bulletin: false,
  reminder: false,
  board_ended: false,
  request_decided: false,
  warning: false,
  request: false,
  invite_accepted: false,
  join_request: false,
};

async function read(person: Awaited<ReturnType<TestApp["user"]>>) {
  return (await person.get(url)).json<{ items: ClanNotifications[] }>().items;
}

test("nobody gets mails until they ask for them, and each role is offered what is for it", async () => {
  const clan = await world.clan();
  const owner = await world.memberOf(clan, "owner");
  const member = await world.memberOf(clan, "member");
  const named = { clan_id: clan.id, clan_name: "Night Owls", mail: nothing, discord: { reminder: true } };
  const own = ["request_decided", "warning"];
  const offered = ["bulletin", "reminder", "board_ended", ...own, "request", "invite_accepted", "join_request"];
  expect(await read(owner)).toEqual([{ ...named, offered }]);
  expect(await read(member)).toEqual([{ ...named, offered: ["bulletin", "board_ended", ...own] }]);
  const toggles = JSON.stringify({ members_enter_own: true });
  await world.db.updateTable("clans").set({ toggles }).where("id", "=", clan.id).execute();
  expect(await read(member)).toMatchObject([{ offered: ["bulletin", "reminder", "board_ended", ...own] }]);
  expect(await read(await world.user())).toEqual([]);
});

test("a switch changes what it names and nothing else", async () => {
  const clan = await world.clan();
  const owner = await world.memberOf(clan, "owner");
  const settings = `/api/me/clans/${clan.id}/settings`;
  await owner.send("PUT", settings, { public_name: "hidden" });
  const { version } = (await owner.get(settings)).json();
  await owner.send("PUT", url, { clan_id: clan.id, mail: { bulletin: true } });
  const answer = await owner.send("PUT", url, { clan_id: clan.id, mail: { board_ended: true } });
  expect(answer.json()).toMatchObject({ clan_id: clan.id, mail: { ...nothing, bulletin: true, board_ended: true } });
  await owner.send("PUT", url, { clan_id: clan.id, mail: { bulletin: false } });
  expect(await read(owner)).toMatchObject([{ mail: { ...nothing, board_ended: true } }]);
  const kept = await owner.send("PUT", settings, { first_steps_hidden: true, version });
  expect(kept.json()).toMatchObject({ public_name: "hidden", first_steps_hidden: true });
  await owner.send("PUT", `/api/me/clans/${clan.id}/last-used`);
  expect(await read(owner)).toMatchObject([{ mail: { ...nothing, board_ended: true } }]);
});

test("two switches that somebody flips at once both count", async () => {
  const clan = await world.clan();
  const owner = await world.memberOf(clan, "owner");
  const kinds = ["bulletin", "reminder", "board_ended", "invite_accepted"];
  await Promise.all(kinds.map((kind) => owner.send("PUT", url, { clan_id: clan.id, mail: { [kind]: true } })));
  const all = { bulletin: true, reminder: true, board_ended: true, invite_accepted: true };
  expect(await read(owner)).toMatchObject([{ mail: all }]);
});

test("a plain member switches on only what is for them, and may switch off everything", async () => {
  const clan = await world.clan();
  const member = await world.memberOf(clan, "member");
  const on = await member.send("PUT", url, { clan_id: clan.id, mail: { bulletin: true, invite_accepted: true } });
  expect(on.json()).toMatchObject({ error: "forbidden" });
  expect(await read(member)).toMatchObject([{ mail: nothing }]);
  const off = await member.send("PUT", url, { clan_id: clan.id, mail: { invite_accepted: false } });
  expect(off.statusCode).toBe(200);
});

test("outsiders, and members who are no longer active, find no clan to choose for", async () => {
  const clan = await world.clan();
  const former = await world.memberOf(clan, "member");
  await world.db.updateTable("clan_members").set({ status: "inactive" }).where("id", "=", former.memberId).execute();
  for (const person of [former, await world.user()]) {
    const answer = await person.send("PUT", url, { clan_id: clan.id, mail: { bulletin: true } });
    expect(answer.statusCode).toBe(404);
    expect(await read(person)).toEqual([]);
  }
  expect((await world.visitor.get(url)).statusCode).toBe(401);
});

test.each([{ mail: { bulletin: "yes" } }, { mail: { security: false } }, { mail: { bulletin: true }, user_id: "x" }])(
  "a choice that means nothing is refused: %j",
  async (body) => {
    const clan = await world.clan();
    const owner = await world.memberOf(clan, "owner");
    expect((await owner.send("PUT", url, { clan_id: clan.id, ...body })).statusCode).toBe(400);
  },
);

test("mentions in Discord are chosen beside the mails, and neither changes the other", async () => {
  const clan = await world.clan();
  const member = await world.memberOf(clan, "member");
  await member.send("PUT", url, { clan_id: clan.id, mail: { warning: true } });
  const answer = await member.send("PUT", url, { clan_id: clan.id, discord: { reminder: false } });
  expect(answer.json()).toMatchObject({ mail: { ...nothing, warning: true }, discord: { reminder: false } });
  const refused = await member.send("PUT", url, { clan_id: clan.id, mail: { request: true } });
  expect(refused.json()).toMatchObject({ error: "forbidden" });
});

test("who hides their name is mentioned in Discord only if they ask for it", async () => {
  const clan = await world.clan();
  const member = await world.memberOf(clan, "member");
  await member.send("PUT", `/api/me/clans/${clan.id}/settings`, { public_name: "hidden" });
  expect(await read(member)).toMatchObject([{ discord: { reminder: false } }]);
  await member.send("PUT", url, { clan_id: clan.id, discord: { reminder: true } });
  expect(await read(member)).toMatchObject([{ discord: { reminder: true } }]);
});
