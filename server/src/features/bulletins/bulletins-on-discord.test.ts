import { expect, test } from "vitest";
import { addBulletin, inMinutes } from "../../testing/bulletins.ts";
import { recordedLog } from "../../testing/recorded-log.ts";
import { sharedApp } from "../../testing/test-app.ts";
import { announceDueBulletins } from "./schedule.ts";

const world = await sharedApp();

const webhookUrl = `https://discord.com/api/webhooks/123456789012345678/${"a".repeat(68)}`;

/** A clan whose channel gets bulletins, and how often each of them is to be posted or edited. */
async function openChannel() {
  const clan = await world.clan();
  const owner = await world.memberOf(clan, "owner");
  const url = `/api/clans/${clan.id}`;
  await owner.send("POST", `${url}/webhooks`, { name: "News", url: webhookUrl, events: ["bulletin"] });
  const listWanted = async () => {
    const rows = await world.db
      .selectFrom("webhook_deliveries")
      .select(["subject", "wanted"])
      .where("clan_id", "=", clan.id)
      .execute();
    return Object.fromEntries(rows.map(({ subject, wanted }) => [subject, wanted]));
  };
  return { clan, owner, bulletins: `${url}/bulletins`, listWanted };
}

test("a bulletin is posted once it can be read, and edited when its text changes", async () => {
  const { owner, bulletins, listWanted } = await openChannel();
  const draft = { title: "Raid at eight", content: "<p>Bring potions</p>", publish_at: null, post_to_discord: true };
  const { id } = (await owner.send("POST", bulletins, draft)).json<{ id: string }>();
  expect(await listWanted()).toEqual({});
  await owner.send("PATCH", `${bulletins}/${id}`, { publish_at: new Date().toISOString() });
  expect(await listWanted()).toEqual({ [id]: 1 });
  await owner.send("PATCH", `${bulletins}/${id}`, { pinned: true });
  expect(await listWanted()).toEqual({ [id]: 1 });
  await owner.send("PATCH", `${bulletins}/${id}`, { title: "Raid at nine" });
  expect(await listWanted()).toEqual({ [id]: 2 });
});

test("a bulletin whose writer did not want it on Discord stays in the clan, until they do", async () => {
  const { owner, bulletins, listWanted } = await openChannel();
  const { id } = (await owner.send("POST", bulletins, { title: "For us alone" })).json<{ id: string }>();
  expect(await listWanted()).toEqual({});
  await owner.send("PATCH", `${bulletins}/${id}`, { post_to_discord: true });
  expect(await listWanted()).toEqual({ [id]: 1 });
});

test("the job posts what was set to a time, and nothing that is over already", async () => {
  const { clan, listWanted } = await openChannel();
  const times = { publish_at: inMinutes(-5), published_announced_at: null, post_to_discord: true };
  const due = await addBulletin(world, clan.id, { ...times, expires_at: null });
  await addBulletin(world, clan.id, { ...times, expires_at: inMinutes(-1) });
  await announceDueBulletins(world.db, recordedLog());
  expect(await listWanted()).toEqual({ [due]: 1 });
});
