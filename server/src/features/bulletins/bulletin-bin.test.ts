import { bulletinBinDays } from "@clanhall/contract/bulletins";
import { expect, test } from "vitest";
import { inMinutes, openBulletins } from "../../testing/bulletins.ts";
import { sharedApp } from "../../testing/test-app.ts";
import { emptyBin } from "./change.ts";

const world = await sharedApp();

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

test("a pin comes back from the bin only where it has a place", async () => {
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
  await emptyBin(world.db);
  const left = await world.db.selectFrom("bulletins").select("id").where("id", "in", [old, young]).execute();
  expect(left).toEqual([{ id: young }]);
});
