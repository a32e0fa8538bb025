import { afterAll, beforeAll, expect, test } from "vitest";
import { addActivity } from "../../testing/activities.ts";
import { openNotifications } from "../../testing/notified.ts";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";

let world: TestApp;
let news: Awaited<ReturnType<typeof openNotifications>>;
beforeAll(async () => {
  world = await createTestApp();
  news = await openNotifications(world);
});
afterAll(() => world.close());

/** A clan whose day ends at four in the morning of Berlin, with something that members enter and something they do not. */
async function openDay(members_enter_own = true) {
  const clan = await world.clan();
  const day = { time_zone: "Europe/Berlin", reset_time: "04:00" };
  await world.db.updateTable("clan_day_rules").set(day).where("clan_id", "=", clan.id).execute();
  await setToggle(clan.id, members_enter_own);
  const owner = await world.memberOf(clan, "owner");
  const member = await world.memberOf(clan, "member");
  const own = await addActivity(world.db, clan.id, { name: "Quests", entry_by: "members" });
  const kept = await addActivity(world.db, clan.id, { name: "Raids", entry_by: "maintainers" });
  return { clan, owner, member, own, kept };
}

function setToggle(clanId: string, members_enter_own: boolean) {
  const toggles = JSON.stringify({ members_enter_own });
  return world.db.updateTable("clans").set({ toggles }).where("id", "=", clanId).execute();
}

const early = "2026-11-11T00:59:00Z";
const near = "2026-11-11T01:00:00Z";
const later = "2026-11-11T02:55:00Z";
const nextNear = "2026-11-12T01:00:00Z";

async function enter({ clan, owner }: Awaited<ReturnType<typeof openDay>>, memberId: string, activityId: string) {
  const cell = { clan_id: clan.id, day: "2026-11-10", member_id: memberId, activity_id: activityId };
  await world.db
    .insertInto("entries")
    .values({ ...cell, state: "value", value: 1, points: 1, source: "ui", revision: 1, entered_by: owner.userId })
    .execute();
}

test("two hours before the reset everybody gets one mail with what concerns them", async () => {
  const { clan, owner, member } = await openDay();
  for (const person of [owner, member]) await news.wants(person, clan.id, "reminder");
  await news.remind(early);
  expect(await news.mailsTo(member)).toEqual([]);
  for (const time of [near, later]) await news.remind(time);
  const [own, ...others] = await news.mailsTo(member);
  expect(others).toEqual([]);
  expect(own?.subject).toBe("Night Owls: values are missing");
  expect(own?.text).toContain("One of your values is missing for 10 Nov 2026. The day ends at 03:00 UTC.\n\nQuests\n");
  const mails = await news.mailsTo(owner);
  expect(mails).toHaveLength(1);
  expect(mails[0]?.text).toContain("2 players have values missing");
  expect(mails[0]?.text).toContain(`Player ${member.userId.slice(0, 8)}`);
  await news.remind(nextNear);
  expect(await news.mailsTo(member)).toHaveLength(2);
  expect(news.log.lines).toEqual([]);
});

test("a member who has entered what they can enter is left in peace", async () => {
  const context = await openDay();
  const { clan, owner, member, own } = context;
  for (const person of [owner, member]) await news.wants(person, clan.id, "reminder");
  await enter(context, member.memberId, own);
  await news.remind(near);
  expect(await news.mailsTo(member)).toEqual([]);
  expect(await news.mailsTo(owner)).toHaveLength(1);
});

test("nobody is reminded of a day on which nothing is missing", async () => {
  const context = await openDay();
  const { clan, owner, member, own, kept } = context;
  await news.wants(owner, clan.id, "reminder");
  for (const { memberId } of [owner, member]) for (const id of [own, kept]) await enter(context, memberId, id);
  await news.remind(near);
  expect(await news.mailsTo(owner)).toEqual([]);
});

test("where members may not enter their own values they are not reminded of them", async () => {
  const { clan, owner, member } = await openDay();
  for (const person of [owner, member]) await news.wants(person, clan.id, "reminder");
  await setToggle(clan.id, false);
  await news.remind(near);
  expect(await news.mailsTo(member)).toEqual([]);
  expect(await news.mailsTo(owner)).toHaveLength(1);
});

test("somebody in two clans gets one reminder a day from each that they asked, which leads there", async () => {
  const [one, other] = [await openDay(), await openDay()];
  const { userId } = one.member;
  const { memberId } = other.member;
  await world.db.updateTable("clan_members").set({ user_id: userId }).where("id", "=", memberId).execute();
  for (const { clan } of [one, other]) await news.wants(one.member, clan.id, "reminder");
  for (const time of [near, later]) await news.remind(time);
  const texts = (await news.mailsTo(one.member)).map(({ text }) => text);
  expect(texts).toHaveLength(2);
  for (const { clan } of [one, other]) {
    expect(texts.filter((text) => text.includes(`/daily-activity?clan=${clan.id}`))).toHaveLength(1);
  }
});
