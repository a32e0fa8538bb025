import type { Page } from "@playwright/test";
import { addBoard, shareBoard, shareUntilNow } from "./boards.ts";
import { addBulletin, inSeconds } from "./bulletins.ts";
import { addMaintainer } from "./day-screen.ts";
import { addCountingClan, type CountingClan, daysAgo, enter } from "./entries.ts";
import { openChannel } from "./fake-services.ts";
import { addClan, addInvite, addLinked, callAs, type Clan, type Invite, type Person } from "./people.ts";

interface Named {
  id: string;
}

/** Kara's clan with something of everything, to be looked at and not to be changed. */
export interface RichClan extends CountingClan {
  /** Bram, a maintainer, and Corvin, a plain member. */
  maintainer: Person;
  member: Person;
  /** A second clan of Kara's, in which nothing has happened yet. */
  emptyClan: Clan;
  boards: { shared: Named; link: string; lockedLink: string; expiredLink: string };
  bulletins: { read: Named; draft: Named };
  invites: { open: Invite; cancelled: Invite };
}

const message = '<h2>Tonight</h2><p>See <a href="https://owls.example">the map</a></p><blockquote>Hoot</blockquote>';

export async function addRichClan(page: Page): Promise<RichClan> {
  const names = ["Ash", "Bram", "Corvin", "Dara", "Eskil", "Fenna", "Gorm", "Hilde"];
  const wanted = [
    { name: "Donations", max_value: 9000, entry_by: "members" },
    { name: "Gold", value_type: "decimal" },
    { name: "War hit", value_type: "yes_no", points_per_unit: 10, entry_by: "members" },
    { name: "Practice", value_type: "duration", points_per_unit: 0 },
    { name: "Old quest" },
    { name: "Mistake" },
  ];
  const counting = await addCountingClan(page, names, wanted);
  const { owner, clan, players, activities } = counting;
  const paths = { clan: `/clans/${clan.id}`, activities: `/clans/${clan.id}/activities` };
  await enter(page, counting, daysAgo(2), { Ash: { Donations: 50, "War hit": 1 }, Bram: { Donations: 30, Gold: 2.5 } });
  await enter(page, counting, daysAgo(1), { Ash: { Donations: 100 }, Bram: { Donations: 80 }, Kara: { "War hit": 0 } });
  await enter(page, counting, daysAgo(1), { Ash: { Donations: 120 } });
  await enter(page, counting, daysAgo(0), { Ash: { Donations: 60 }, Dara: { Donations: 20 }, Kara: { Donations: 10 } });
  const archive = { method: "PATCH", data: { version: 1, active: false } };
  await callAs(page, owner, `${paths.activities}/${activities["Old quest"]}`, archive);
  await callAs(page, owner, `${paths.activities}/${activities.Mistake}`, { method: "DELETE" });
  const maintainer = await addMaintainer(page, counting);
  const member = await addLinked(page, owner, players.Corvin);
  const emptyClan = await addClan(page, owner, "Herons of Dusk");
  const channel = await openChannel(page);
  const webhook = { name: "News", url: channel.url, events: ["bulletin", "scoreboard"] };
  await callAs(page, owner, `${paths.clan}/webhooks`, { data: webhook });
  const token = { name: "Discord bot", scopes: ["entries:write"], expires_in_days: 7 };
  await callAs(page, owner, `${paths.clan}/tokens`, { data: token });
  return {
    ...counting,
    maintainer,
    member,
    emptyClan,
    boards: await addBoards(page, counting),
    bulletins: await addBulletins(page, counting),
    invites: await addInvites(page, counting),
  };
}

async function addBoards(page: Page, counting: CountingClan) {
  const { Donations = "", "War hit": warHit = "" } = counting.activities;
  const activities = [{ activity_id: Donations }, { activity_id: warHit }];
  const add = (title: string) => addBoard(page, counting, { title, activities });
  const shared = await add("Week race");
  const [locked, expired, ended, binned] = [
    await add("Secret race"),
    await add("Old race"),
    await add("Ended race"),
    await add("Binned race"),
  ];
  const { owner } = counting;
  await callAs(page, owner, `/scoreboards/${ended.id}/end`, { method: "POST" });
  await callAs(page, owner, `/scoreboards/${binned.id}`, { method: "DELETE" });
  return {
    shared,
    link: await shareBoard(page, counting, shared, { expires_at: inSeconds(86_400) }),
    lockedLink: await shareBoard(page, counting, locked, { passcode: "hoot hoot" }),
    expiredLink: await shareUntilNow(page, counting, expired),
  };
}

async function addBulletins(page: Page, counting: CountingClan) {
  const { owner, clan } = counting;
  const path = `/clans/${clan.id}/bulletins`;
  const long = "Supercalifragilistic".repeat(5);
  const { id, version } = await addBulletin(page, counting, { title: "Raid at seven", content: message, pinned: true });
  const change = { method: "PATCH", data: { version, title: "Raid at eight" } };
  const read = await callAs<Named>(page, owner, `${path}/${id}`, change);
  await addBulletin(page, counting, { title: long, content: `<p>${long}</p><pre><code>${long}</code></pre>` });
  const draft = await addBulletin(page, counting, { title: "Later", publish_at: null });
  const binned = await addBulletin(page, counting, { title: "Never mind" });
  await callAs(page, owner, `${path}/${binned.id}`, { method: "DELETE" });
  return { read, draft };
}

async function addInvites(page: Page, { owner, players }: CountingClan) {
  const open = await addInvite(page, owner, players.Eskil);
  const cancelled = await addInvite(page, owner, players.Fenna);
  await callAs(page, owner, `/invites/${cancelled.id}`, { method: "DELETE" });
  return { open, cancelled };
}
