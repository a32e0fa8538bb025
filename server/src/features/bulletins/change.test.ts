import { bulletinBinDays } from "@clanhall/contract/bulletins";
import { expect, test } from "vitest";
import { inMinutes, openBulletins } from "../../testing/bulletins.ts";
import { sharedApp } from "../../testing/test-app.ts";
import { emptyBulletinBins } from "./change.ts";

const world = await sharedApp();

const later = () => inMinutes(60).toISOString();

test("a draft is published by naming a moment, and the log has both", async () => {
  const { make, patch, member, list, listActions, rowOf } = await openBulletins(world);
  const draft = await make({ publish_at: null });
  expect(await list(member)).toEqual([]);
  const published = (await patch(draft.id, { publish_at: new Date().toISOString() })).json();
  expect(published).toMatchObject({ state: "live", version: 2, edited_at: null });
  expect(published.posted_at).toBe(published.publish_at);
  expect((await rowOf(draft.id)).published_announced_at?.toISOString()).toBe(published.publish_at);
  expect(await list(member)).toHaveLength(1);
  expect((await listActions(draft.id)).map(({ action }) => action).toSorted()).toEqual([
    "bulletin.create",
    "bulletin.publish",
    "bulletin.update",
  ]);
});

test("a change of nothing leaves version, history and log alone", async () => {
  const { maintainer, url, make, patch, listActions } = await openBulletins(world);
  const posted = await make({ content: "<p>Hi</p>", expires_at: later() });
  const { title, content, publish_at, expires_at, pinned, audience } = posted;
  const same = { title: ` ${title} `, content: `${content}<img>`, publish_at, expires_at, pinned, audience };
  expect((await patch(posted.id, same)).json()).toEqual(posted);
  expect((await patch(posted.id, {})).json()).toEqual(posted);
  expect((await maintainer.get(`${url}/${posted.id}/history`)).json()).toEqual({ items: [] });
  expect(await listActions(posted.id)).toHaveLength(2);
});

test("a stale change is refused with what is there now; without a version it is saved", async () => {
  const { make, patch, get } = await openBulletins(world);
  const posted = await make({ title: "One" });
  expect((await patch(posted.id, { title: "Two", version: 1 })).statusCode).toBe(200);
  const refused = await patch(posted.id, { title: "Three", version: 1 });
  expect(refused.statusCode).toBe(409);
  expect(refused.json()).toMatchObject({
    error: "conflict",
    current: { title: "Two", version: 2 },
    changed_by: expect.stringMatching(/^Player /),
    changed_at: expect.any(String),
  });
  expect((await patch(posted.id, { title: "Four" })).json()).toMatchObject({ title: "Four", version: 3 });
  expect(await get(posted.id)).toMatchObject({ title: "Four", version: 3 });
});

test("of twenty who change one bulletin at once with its version, one succeeds", async () => {
  const { make, patch, get } = await openBulletins(world);
  const { id } = await make();
  const changes = Array.from({ length: 20 }, (_, n) => patch(id, { title: `Title ${n}`, version: 1 }));
  const codes = (await Promise.all(changes)).map(({ statusCode }) => statusCode);
  expect(codes.filter((code) => code === 200)).toHaveLength(1);
  expect(codes.filter((code) => code === 409)).toHaveLength(19);
  expect((await get(id)).version).toBe(2);
});

test("whatever a bulletin said before is kept, with who wrote it and when, also without a version", async () => {
  const { owner, maintainer, url, make, patch } = await openBulletins(world);
  const posted = await make({ title: "One", content: "<p>first</p>" });
  await patch(posted.id, { pinned: true });
  const second = (await owner.send("PATCH", `${url}/${posted.id}`, { content: "<p>second</p>" })).json();
  await patch(posted.id, { title: "Two" });
  const nameOf = ({ userId }: { userId: string }) => `Player ${userId.slice(0, 8)}`;
  expect((await owner.get(`${url}/${posted.id}/history`)).json().items).toEqual([
    { version: 3, title: "One", content: "<p>second</p>", written_by: nameOf(owner), written_at: second.updated_at },
    {
      version: 1,
      title: "One",
      content: "<p>first</p>",
      written_by: nameOf(maintainer),
      written_at: posted.created_at,
    },
  ]);
});

test("each change is kept as one version, whatever happens in between", async () => {
  const { owner, url, make, patch } = await openBulletins(world);
  const { id } = await make({ title: "Start" });
  await Promise.all(Array.from({ length: 10 }, (_, n) => patch(id, { title: `Title ${n}` })));
  const { items } = (await owner.get(`${url}/${id}/history`)).json();
  expect(items.map(({ version }: { version: number }) => version)).toEqual([10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
  expect(new Set(items.map(({ title }: { title: string }) => title)).size).toBe(10);
});

test("of very many changes the original and the latest are kept", async () => {
  const { owner, url, make, patch } = await openBulletins(world);
  const { id } = await make({ title: "Start" });
  for (let n = 0; n < 53; n++) await patch(id, { title: `Title ${n}` });
  const { items } = (await owner.get(`${url}/${id}/history`)).json<{ items: { version: number; title: string }[] }>();
  expect(items).toHaveLength(49);
  expect(items[0]).toMatchObject({ version: 53, title: "Title 51" });
  expect(items.at(-2)).toMatchObject({ version: 6 });
  expect(items.at(-1)).toMatchObject({ version: 1, title: "Start" });
});

test("the history is for managers", async () => {
  const { member, url, make } = await openBulletins(world);
  const { id } = await make();
  expect((await member.get(`${url}/${id}/history`)).statusCode).toBe(403);
  expect((await member.get(`${url}/${id}/seen`)).statusCode).toBe(403);
});

test("a new text of a published bulletin is marked as edited, other changes and drafts are not", async () => {
  const { make, add, patch } = await openBulletins(world);
  const draft = await make({ publish_at: null });
  expect((await patch(draft.id, { title: "Better" })).json().edited_at).toBeNull();
  const live = await make();
  expect((await patch(live.id, { audience: "maintainers" })).json().edited_at).toBeNull();
  const edited = (await patch(live.id, { content: "<p>New</p>" })).json();
  expect(edited.edited_at).toBe(edited.updated_at);
  const expired = await add({ publish_at: inMinutes(-20), expires_at: inMinutes(-10) });
  const after = (await patch(expired, { title: "Corrected" })).json();
  expect([after.state, after.edited_at]).toEqual(["expired", after.updated_at]);
});

test("a live bulletin is withdrawn by making it a draft or setting it to later, and starts anew", async () => {
  const { member, make, patch, list, rowOf } = await openBulletins(world);
  for (const publish_at of [null, later()]) {
    const live = await make();
    await patch(live.id, { title: "Edited" });
    const withdrawn = (await patch(live.id, { publish_at })).json();
    expect(withdrawn).toMatchObject({ state: publish_at ? "scheduled" : "draft", posted_at: null, edited_at: null });
    expect(await rowOf(live.id)).toMatchObject({ published_announced_at: null, expired_announced_at: null });
    expect(await list(member)).toEqual([]);
  }
});

test("what is published already keeps its moment when a form sends it back a little off", async () => {
  const { make, patch } = await openBulletins(world);
  const live = await make();
  const rounded = new Date(Date.parse(live.publish_at ?? "") - 30_000).toISOString();
  expect((await patch(live.id, { publish_at: rounded, title: "New" })).json().publish_at).toBe(live.publish_at);
});

test("an expired bulletin comes back with a later expiry, and its end will be announced again", async () => {
  const { add, patch, rowOf } = await openBulletins(world);
  const expired = { publish_at: inMinutes(-20), expires_at: inMinutes(-10), expired_announced_at: inMinutes(-10) };
  const id = await add(expired);
  expect((await patch(id, { title: "Still over" })).json().state).toBe("expired");
  expect((await patch(id, { expires_at: inMinutes(-5).toISOString() })).statusCode).toBe(400);
  expect((await patch(id, { expires_at: later() })).json().state).toBe("live");
  expect((await rowOf(id)).expired_announced_at).toBeNull();
});

test("a draft whose expiry passed while it lay there is changed, but not published", async () => {
  const { add, patch } = await openBulletins(world);
  const id = await add({ publish_at: null, expires_at: inMinutes(-10) });
  expect((await patch(id, { title: "Better" })).json()).toMatchObject({ state: "draft", title: "Better" });
  const refused = await patch(id, { publish_at: new Date().toISOString() });
  expect(refused.json().details).toEqual([{ path: "expires_at", message: "This time is in the past." }]);
});

test("of ten pinned at once exactly three hold, whether they are new or old", async () => {
  const { create, add, patch, list, owner } = await openBulletins(world);
  const ids = await Promise.all(Array.from({ length: 5 }, () => add()));
  const answers = await Promise.all([
    ...ids.map((id) => patch(id, { pinned: true })),
    ...Array.from({ length: 5 }, () => create({ pinned: true })),
  ]);
  const refused = answers.filter(({ statusCode }) => statusCode !== 200);
  expect(refused).toHaveLength(7);
  for (const answer of refused) {
    const message = "Three bulletins are already pinned. Unpin one first.";
    expect([answer.statusCode, answer.json().details]).toEqual([400, [{ path: "pinned", message }]]);
  }
  expect((await list(owner)).filter(({ pinned }) => pinned)).toHaveLength(3);
});

test("an expired pin does not count until it comes back", async () => {
  const { add, make, patch } = await openBulletins(world);
  const expired = await add({ pinned: true, publish_at: inMinutes(-20), expires_at: inMinutes(-10) });
  for (let n = 0; n < 3; n++) expect((await make({ pinned: true })).pinned).toBe(true);
  expect((await patch(expired, { expires_at: later() })).json().details[0].path).toBe("pinned");
  expect((await patch(expired, { expires_at: later(), pinned: false })).json().state).toBe("live");
});

test("what is pinned stays free to change, and pins have actions of their own in the log", async () => {
  const { make, patch, listActions } = await openBulletins(world);
  const [first] = [await make({ pinned: true }), await make({ pinned: true }), await make({ pinned: true })];
  expect((await patch(first.id, { title: "Still pinned" })).statusCode).toBe(200);
  await patch(first.id, { pinned: false });
  await patch(first.id, { pinned: true });
  const actions = (await listActions(first.id)).map(({ action }) => action);
  expect(actions.slice(2)).toEqual(["bulletin.update", "bulletin.unpin", "bulletin.pin"]);
});

test("the log has what changed and the beginning of a long message", async () => {
  const { make, patch, listActions } = await openBulletins(world);
  const posted = await make({ content: "<p>a &lt; b</p><p>c</p>" });
  await patch(posted.id, { content: `<p>${"long ".repeat(100)}</p>`, audience: "maintainers" });
  const update = (await listActions(posted.id)).find(({ action }) => action === "bulletin.update");
  expect(update).toMatchObject({
    before: { content: "a < b c", audience: "everyone" },
    after: { content: `${"long ".repeat(60)}…`, audience: "maintainers" },
  });
});

const binDays = (days: number) => inMinutes(days * 24 * 60);

test("a deleted bulletin is gone for everybody, waits in the bin and comes back as it was", async () => {
  const { owner, maintainer, member, url, make, list, listActions } = await openBulletins(world);
  const posted = await make({ content: "<p>Hi</p>", pinned: true });
  expect((await maintainer.send("DELETE", `${url}/${posted.id}`)).json()).toEqual({});
  expect([await list(owner), await list(member)]).toEqual([[], []]);
  expect((await owner.get(url)).json().counts.live).toBe(0);
  const [binned] = await list(owner, "?deleted=true");
  expect(binned).toMatchObject({ id: posted.id, deleted_at: expect.any(String) });
  expect((await member.send("POST", `${url}/${posted.id}/seen`)).statusCode).toBe(404);
  expect((await maintainer.send("PATCH", `${url}/${posted.id}`, { title: "x" })).statusCode).toBe(404);
  expect((await maintainer.send("DELETE", `${url}/${posted.id}`)).statusCode).toBe(404);

  const restored = await maintainer.send("POST", `${url}/${posted.id}/restore`);
  expect(restored.json()).toEqual({ ...posted, version: 3, updated_at: expect.any(String) });
  expect((await maintainer.send("POST", `${url}/${posted.id}/restore`)).json()).toEqual(restored.json());
  expect(await list(member)).toHaveLength(1);
  const actions = await listActions(posted.id);
  expect(actions.slice(2)).toMatchObject([
    { action: "bulletin.delete", before: { title: posted.title, content: "Hi" } },
    { action: "bulletin.restore" },
  ]);
});

test("a pin comes back from the bin only if it is not one too many", async () => {
  const { maintainer, url, make } = await openBulletins(world);
  const first = await make({ pinned: true });
  await maintainer.send("DELETE", `${url}/${first.id}`);
  for (let n = 0; n < 3; n++) await make({ pinned: true });
  expect((await maintainer.send("POST", `${url}/${first.id}/restore`)).json().pinned).toBe(false);
});

test("after thirty days a bulletin has left the bin, and the job takes it away for good", async () => {
  const { owner, url, add, list } = await openBulletins(world);
  const old = await add({ title: "Old", deleted_at: binDays(-bulletinBinDays - 1) });
  const young = await add({ title: "Young", deleted_at: binDays(1 - bulletinBinDays) });
  expect((await list(owner, "?deleted=true")).map(({ id }) => id)).toEqual([young]);
  expect((await owner.send("POST", `${url}/${old}/restore`)).statusCode).toBe(404);
  await emptyBulletinBins(world.db);
  const left = await world.db.selectFrom("bulletins").select("id").where("id", "in", [old, young]).execute();
  expect(left).toEqual([{ id: young }]);
});
