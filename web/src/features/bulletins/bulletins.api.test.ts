import { expect, test } from "vitest";
import { realServer } from "../../testing/real-server.ts";
import { listBulletinsOfClan, listMyBulletins } from "./bulletins.api.ts";

const bulletin = { id: "b1", title: "Raid at eight", body: "<p>Bring healers</p>" };

test("without a clan there are no bulletins and no call", async () => {
  const server = await realServer({});
  expect(await listBulletinsOfClan(null)).toEqual([]);
  expect(await listBulletinsOfClan("")).toEqual([]);
  expect(server.calls()).toEqual([]);
});

test("a clan's bulletins are read, all or the newest few", async () => {
  await realServer({
    "GET /api/clans/c1/bulletins": { body: [bulletin] },
    "GET /api/clans/c1/bulletins?limit=3": { body: { bulletins: [bulletin] } },
  });
  const expected = [{ id: "b1", message: "<p>Bring healers</p>" }];
  expect(await listBulletinsOfClan("c1")).toMatchObject(expected);
  expect(await listBulletinsOfClan("c1", 3)).toMatchObject(expected);
});

test("across clans, five of each are asked for", async () => {
  await realServer({ "GET /api/bulletins?limitPerClan=5": { body: { items: [{ ...bulletin, clanName: "Owls" }] } } });
  expect(await listMyBulletins()).toMatchObject([{ id: "b1", clan_name: "Owls" }]);
});
