import { bulletinContentMax } from "@clanhall/contract/rules/bulletin-html";
import { type Bulletin, bulletinsMax } from "@clanhall/contract/bulletins";
import { beforeAll, expect, test } from "vitest";
import { inMinutes, openBulletins } from "../../testing/bulletins.ts";
import { sharedApp, sharedWorkers } from "../../testing/test-app.ts";

const world = await sharedApp();

const titlesOf = (bulletins: Bulletin[]) => bulletins.map(({ title }) => title);

test("a maintainer posts a bulletin and a member reads it at once", async () => {
  const { clan, maintainer, member, create, list } = await openBulletins(world);
  const answer = await create({ title: "  Raid  at eight ", content: "<p onclick=x>Bring <b>potions</b></p>" });
  expect(answer.statusCode).toBe(200);
  const posted: Bulletin = answer.json();
  expect(posted).toEqual({
    id: expect.any(String),
    clan_id: clan.id,
    clan_name: "Night Owls",
    clan_role: "maintainer",
    title: "Raid at eight",
    content: "<p>Bring <b>potions</b></p>",
    content_format: "html",
    state: "live",
    audience: "everyone",
    pinned: false,
    post_to_discord: false,
    publish_at: posted.created_at,
    expires_at: null,
    posted_at: posted.created_at,
    edited_at: null,
    created_by_user_id: maintainer.userId,
    author: `Player ${maintainer.userId.slice(0, 8)}`,
    is_seen: true,
    seen_by: { seen: 0, of: 2 },
    deleted_at: null,
    created_at: expect.any(String),
    updated_at: posted.created_at,
    version: 1,
  });
  expect(await list(maintainer)).toEqual([posted]);
  expect(await list(member)).toEqual([{ ...posted, clan_role: "member", is_seen: false, seen_by: null }]);
});

test("what is created and published is in the log, with who did it", async () => {
  const { maintainer, make, listActions } = await openBulletins(world);
  const posted = await make({ title: "Now" });
  expect((await listActions(posted.id)).map(({ action }) => action).toSorted()).toEqual([
    "bulletin.create",
    "bulletin.publish",
  ]);
  const draft = await make({ title: "Later", publish_at: null });
  expect(await listActions(draft.id)).toMatchObject([
    {
      action: "bulletin.create",
      actor_user_id: maintainer.userId,
      after: { title: "Later", publish_at: null, audience: "everyone" },
    },
  ]);
});

test("drafts, scheduled and expired ones are for managers; members see what is live and meant for them", async () => {
  const { owner, maintainer, member, make, add, list, url } = await openBulletins(world);
  const draft = await make({ title: "Draft", publish_at: null });
  const scheduled = await make({ title: "Scheduled", publish_at: inMinutes(60).toISOString() });
  expect([draft.state, scheduled.state]).toEqual(["draft", "scheduled"]);
  expect([draft.posted_at, scheduled.posted_at]).toEqual([null, null]);
  await make({ title: "For us", audience: "maintainers" });
  await make({ title: "For all" });
  await add({ title: "Expired", publish_at: inMinutes(-20), expires_at: inMinutes(-10) });
  expect(titlesOf(await list(owner))).toEqual(["Scheduled", "For all", "For us", "Draft", "Expired"]);
  expect(titlesOf(await list(maintainer, "?state=draft"))).toEqual(["Draft"]);
  expect(titlesOf(await list(maintainer, "?state=expired"))).toEqual(["Expired"]);
  expect(titlesOf(await list(member))).toEqual(["For all"]);
  expect(await list(member, "?state=draft")).toEqual([]);
  expect((await owner.get(`${url}?state=draft`)).json().counts).toEqual({
    draft: 1,
    scheduled: 1,
    live: 2,
    expired: 1,
  });
  expect((await member.get(url)).json().counts).toEqual({ draft: 0, scheduled: 0, live: 1, expired: 0 });
});

test("S02, S03: members may not write, outsiders and removed members find no clan", async () => {
  const { clan, member, url, make } = await openBulletins(world);
  const { id } = await make();
  expect((await member.send("POST", url, { title: "Hi" })).statusCode).toBe(403);
  expect((await member.send("PATCH", `${url}/${id}`, { title: "Hi" })).statusCode).toBe(403);
  expect((await member.get(`${url}?deleted=true`)).statusCode).toBe(403);
  const gone = await world.memberOf(clan, "member");
  await world.db.updateTable("clan_members").set({ status: "removed" }).where("id", "=", gone.memberId).execute();
  for (const outsider of [await world.user(), gone]) {
    expect((await outsider.get(url)).json().message).toBe("Clan not found");
    expect((await outsider.send("POST", `${url}/${id}/seen`)).statusCode).toBe(404);
  }
  expect((await world.visitor.get(url)).statusCode).toBe(401);
});

test("S03: a bulletin of another clan is not found under one's own", async () => {
  const [mine, theirs] = [await openBulletins(world), await openBulletins(world)];
  const foreign = await theirs.make({ title: "Theirs" });
  const at = `${mine.url}/${foreign.id}`;
  const answers = [
    await mine.owner.send("PATCH", at, { title: "Mine" }),
    await mine.owner.send("DELETE", at),
    await mine.owner.send("POST", `${at}/restore`),
    await mine.owner.send("POST", `${at}/seen`),
    await mine.owner.get(`${at}/seen`),
    await mine.owner.get(`${at}/history`),
  ];
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404, 404, 404]);
  expect(await theirs.get(foreign.id)).toEqual({ ...foreign, clan_role: "owner", is_seen: false });
});

test("pages go on where the last one ended, pinned ones first, and none comes twice or never", async () => {
  const { owner, add, url } = await openBulletins(world);
  const at = inMinutes(-30);
  for (let n = 0; n < 5; n++) await add({ title: `Same ${n}`, publish_at: at });
  await add({ title: "Pinned", publish_at: inMinutes(-90), pinned: true });
  await add({ title: "Old", publish_at: inMinutes(-60) });
  await add({ title: "Draft", publish_at: null, created_at: inMinutes(-45) });
  // PostgreSQL knows moments that a browser's clock does not.
  await world.database.pool.query("update bulletins set publish_at = publish_at + interval '7 microseconds'");
  const seen: string[] = [];
  let cursor: string | null = "";
  while (cursor !== null) {
    const page: { items: Bulletin[]; next_cursor: string | null } = (
      await owner.get(`${url}?limit=2${cursor && `&cursor=${cursor}`}`)
    ).json();
    expect(page.items.length).toBeLessThanOrEqual(2);
    seen.push(...titlesOf(page.items));
    cursor = page.next_cursor;
  }
  expect(seen).toHaveLength(8);
  expect([seen[0], ...seen.slice(-2)]).toEqual(["Pinned", "Draft", "Old"]);
  expect(new Set(seen).size).toBe(8);
});

test.each(["x", "W10", Buffer.from('[true,"then","me"]').toString("base64url"), "é"])(
  "the cursor %j leads nowhere and is refused",
  async (cursor) => {
    const { owner, url } = await openBulletins(world);
    const answer = await owner.get(`${url}?cursor=${encodeURIComponent(cursor)}`);
    expect([answer.statusCode, answer.json().details]).toEqual([400, [expect.objectContaining({ path: "cursor" })]]);
  },
);

test("the search finds text in title and message, whatever is bold, and never in tags", async () => {
  const { owner, member, make, list } = await openBulletins(world);
  await make({ title: "Raid", content: "<p>Ra<b>in</b>bow</p><p>fish &amp; chips</p>" });
  await make({ title: "100%_sure", content: '<p><a href="https://hidden.test">link</a></p>' });
  await make({ title: "Secret", content: "<p>rainbow</p>", audience: "maintainers" });
  const find = async (text: string) => titlesOf(await list(owner, `?q=${encodeURIComponent(text)}`));
  expect(await find("RAINBOW")).toEqual(["Secret", "Raid"]);
  expect(await find("fish & chips")).toEqual(["Raid"]);
  expect(await find("%_")).toEqual(["100%_sure"]);
  expect(await find("bowfish")).toEqual([]);
  expect(await find("amp;")).toEqual([]);
  await make({ title: "Über", content: "<p>Un caf\u00e9 au château, \uff1cnow\uff1e</p>" });
  for (const text of ["uber", "ÜBER", "cafe au", "cafe\u0301", "CHATEAU", "<now>"]) {
    expect(await find(text), text).toEqual(["Über"]);
  }
  expect(await find("hidden.test")).toEqual([]);
  expect(titlesOf(await list(member, "?q=rainbow"))).toEqual(["Raid"]);
});

test("an archived clan's bulletins are read but not written", async () => {
  const { clan, member, maintainer, url, make, list } = await openBulletins(world);
  const { id } = await make();
  await world.db.updateTable("clans").set({ archived_at: new Date() }).where("id", "=", clan.id).execute();
  expect(await list(member)).toHaveLength(1);
  expect((await member.send("POST", `${url}/${id}/seen`)).statusCode).toBe(200);
  expect((await maintainer.send("POST", url, { title: "Hi" })).statusCode).toBe(423);
});

test("the preview shows exactly what is stored, and refuses what would be", async () => {
  const { maintainer, url, make } = await openBulletins(world);
  const content = '<div><b>Hi</b><img src=x onerror=alert(1)><a href="javascript:x">y</a></div>';
  const preview = await maintainer.send("POST", `${url}/preview`, { content });
  expect(preview.json()).toEqual({ content: '<b>Hi</b><a rel="nofollow">y</a>' });
  expect((await make({ content })).content).toBe(preview.json().content);
  expect((await maintainer.send("POST", `${url}/preview`, { content: "<script>x</script>" })).statusCode).toBe(400);
});

test("a clan has so many bulletins and not one more, however many are written at once", async () => {
  const { clan, create } = await openBulletins(world);
  await world.database.pool.query(
    "insert into bulletins (clan_id, title, content) select $1, 'Old', '' from generate_series(1, $2)",
    [clan.id, bulletinsMax - 2],
  );
  const answers = await Promise.all(Array.from({ length: 5 }, () => create()));
  const codes = answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b);
  expect(codes).toEqual([200, 200, 409, 409, 409]);
});

test("the author of a bulletin is nobody any more once they are gone", async () => {
  const { maintainer, make, get } = await openBulletins(world);
  const { id } = await make();
  await world.db.updateTable("clan_members").set({ status: "removed" }).where("id", "=", maintainer.memberId).execute();
  expect(await get(id)).toMatchObject({ author: null, seen_by: { seen: 0, of: 2 } });
});

let context: Awaited<ReturnType<typeof openBulletins>>;
beforeAll(async () => {
  context = await openBulletins(world);
});

const tomorrow = inMinutes(24 * 60).toISOString();
const yesterday = inMinutes(-24 * 60).toISOString();

test.each([
  ["an empty title", { title: "  " }, "title"],
  ["a title of zero-width characters alone", { title: "\u200b\u200d\ufeff" }, "title"],
  ["a title that turns around", { title: "Raid \u202eat eight" }, "title"],
  ["a title with a zero byte", { title: "Raid\0" }, "title"],
  ["a title of 121 characters", { title: "x".repeat(121) }, "title"],
  ["a title that is a number", { title: 8 }, "title"],
  ["content that is no text", { content: ["x"] }, "content"],
  ["content of which nothing is left", { content: "<script>alert(1)</script>" }, "content"],
  ["content that cannot be seen", { content: "<p>\u200b</p>" }, "content"],
  ["too long a message", { content: "x".repeat(bulletinContentMax + 1) }, "content"],
  ["a message that grows too long when it is cleaned", { content: "&".repeat(5_000) }, "content"],
  ["another format", { content_format: "markdown" }, "content_format"],
  ["another audience", { audience: "owners" }, "audience"],
  ["a pin that is no yes or no", { pinned: "yes" }, "pinned"],
  ["a date without a time", { publish_at: "2026-01-01" }, "publish_at"],
  ["a date that does not exist", { publish_at: "2026-02-30T10:00:00Z" }, "publish_at"],
  ["a publication after all time", { publish_at: "9999-12-31T23:59:59-12:00" }, "publish_at"],
  ["an expiry that has passed", { expires_at: yesterday }, "expires_at"],
  ["an expiry of a draft that has passed", { publish_at: null, expires_at: yesterday }, "expires_at"],
  ["an expiry in the year 0", { expires_at: "0000-01-01T00:00:00Z" }, "expires_at"],
  ["an expiry before the publication", { publish_at: tomorrow, expires_at: inMinutes(5).toISOString() }, "expires_at"],
  ["an expiry at the publication", { publish_at: tomorrow, expires_at: tomorrow }, "expires_at"],
  ["a field that does not exist", { state: "live" }, "state"],
  ["a clan in the body", { clan_id: crypto.randomUUID() }, "clan_id"],
])("%s is refused, and the answer names the field", async (_, draft, path) => {
  for (const answer of [await context.create(draft), await patchNew(draft)]) {
    expect([answer.statusCode, answer.json().details], answer.payload).toEqual([
      400,
      [expect.objectContaining({ path, message: expect.any(String) })],
    ]);
  }
});

async function patchNew(change: object) {
  const { id } = await context.make({ publish_at: null });
  return context.patch(id, change);
}

test.each([
  [{ expires_at: yesterday }, "This time is in the past."],
  [
    { publish_at: tomorrow, expires_at: inMinutes(5).toISOString() },
    "A bulletin cannot expire before it is published.",
  ],
  [{ content: "<style>x</style>" }, "The message is empty after unsupported content was removed."],
  [{ content: "x".repeat(bulletinContentMax + 1) }, "The message may have at most 20000 characters."],
])("the error for %j is plain English", async (draft, message) => {
  expect((await context.create(draft)).json().details[0].message).toBe(message);
});

test("a bulletin needs a title", async () => {
  const answer = await context.maintainer.send("POST", context.url, { content: "<p>Hi</p>" });
  expect([answer.statusCode, answer.json().details[0].path]).toEqual([400, "title"]);
});

test("a message has as many characters as people count, and may be empty", async () => {
  const full = "ß".repeat(bulletinContentMax);
  expect((await context.make({ content: full })).content).toBe(full);
  for (const content of ["", "<p></p>", undefined]) {
    expect((await context.make({ ...(content !== undefined && { content }) })).content).toBe("");
  }
});

test("a body of a megabyte is not read", async () => {
  const answer = await context.create({ content: "x".repeat(1024 * 1024) });
  expect(answer.statusCode).toBe(413);
  const preview = await context.maintainer.send("POST", `${context.url}/preview`, { content: "x".repeat(70_000) });
  expect(preview.statusCode).toBe(413);
});

test("a moment that has passed publishes now, and the answer says so", async () => {
  const posted = await context.make({ publish_at: yesterday });
  expect(posted).toMatchObject({ state: "live", publish_at: posted.created_at, posted_at: posted.created_at });
});

test("moments come in any time zone and go out in UTC", async () => {
  const posted = await context.make({
    publish_at: "2098-06-01T12:00:00+02:00",
    expires_at: "2098-06-01T12:00:00-05:00",
  });
  expect(posted).toMatchObject({
    state: "scheduled",
    publish_at: "2098-06-01T10:00:00.000Z",
    expires_at: "2098-06-01T17:00:00.000Z",
  });
});

test("M3: a message is refused by its length before it is cleaned", async () => {
  const workers = sharedWorkers();
  const before = workers.read().started;
  const content = "<b>".repeat(bulletinContentMax);
  const preview = await context.maintainer.send("POST", `${context.url}/preview`, { content });
  expect(preview.statusCode).toBe(400);
  expect(preview.json()).toMatchObject({ details: [{ path: "content" }] });
  expect(workers.read().started).toBe(before);
});
