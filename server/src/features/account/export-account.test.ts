import { expect, test } from "vitest";
import { addActivity } from "../../testing/activities.ts";
import { openBulletins } from "../../testing/bulletins.ts";
import { daysAgo, openEntries } from "../../testing/entries.ts";
import { sharedApp } from "../../testing/test-app.ts";

const world = await sharedApp();

async function playerWithEverything() {
  const kara = await world.signedUp();
  const { userId: user_id } = kara;
  const clan = await world.clan();
  await world.db
    .insertInto("clan_members")
    .values({ clan_id: clan.id, user_id, name: "Karabast", name_key: "karabast" })
    .execute();
  await world.db.insertInto("app_admins").values({ user_id, note: "helps on Sundays" }).execute();
  await world.db
    .insertInto("auth_factors")
    .values({
      user_id,
      type: "totp",
      friendly_name: "My phone",
      sealed_secret: Buffer.from("sealed secret of Kara"),
      last_step: 123_456_789,
    })
    .execute();
  await kara.send("PUT", "/api/me/profile", { display_name: "Kara" });
  await kara.send("PUT", "/api/me/login-activity", { adblock: true });
  await kara.send("PUT", `/api/me/clans/${clan.id}/settings`, { public_name: "alias" });
  return kara;
}

test("S64: the export has everything about its owner and comes as a file", async () => {
  const kara = await playerWithEverything();
  const answer = await kara.get("/api/me/export");
  expect(answer.statusCode).toBe(200);
  expect(answer.headers).toMatchObject({
    "content-type": "application/json; charset=utf-8",
    "content-disposition": `attachment; filename="clanhall-account-${new Date().toISOString().slice(0, 10)}.json"`,
    "cache-control": "no-store",
  });
  expect(answer.json()).toMatchObject({
    profile: { display_name: "Kara", email: kara.email },
    account: { user_metadata: { display_name: "Kara" } },
    identities: [{ provider: "email", identity_data: { email: kara.email } }],
    factors: [{ type: "totp", name: "My phone", status: "unverified" }],
    sessions: [{ aal: "aal1", ip: "127.0.0.1" }],
    history: expect.arrayContaining([
      expect.objectContaining({ action: "login", outcome: "success", traits: { method: "password" } }),
      expect.objectContaining({ action: "user_signedup" }),
    ]),
    login_activity: { adblock: true },
    clans: [{ clan: "Night Owls", player: "Karabast", role: "member", status: "active" }],
    clan_settings: [{ clan: "Night Owls", settings: { public_name: "alias" } }],
    app_admin: { note: "helps on Sundays" },
  });
});

test("S64: the export has what stands in the cells of one's own players, and of nobody else's", async () => {
  const { owner, member, put, cell } = await openEntries(world, { name: "Raids", points_per_unit: 2 });
  await put(owner, [
    cell({ value: 6 }),
    cell({ day: daysAgo(1), value: 7 }),
    cell({ member_id: owner.memberId, value: 99 }),
  ]);
  await put(owner, [cell({ day: daysAgo(1), value: null })]);
  expect((await member.get("/api/me/export")).json().entries).toEqual([
    {
      clan: "Night Owls",
      player: expect.stringContaining("Player"),
      day: daysAgo(0),
      activity: "Raids",
      state: "value",
      value: 6,
      points: 12,
      late: false,
      entered_at: expect.any(String),
      source: "ui",
    },
  ]);
});

test("S64: the export has players who were merged into one's own, and what was said about them", async () => {
  const { clan, owner, member, url } = await openEntries(world);
  const ids: string[] = [];
  for (const name of ["Karabast", "Karabast II"]) {
    ids.push((await owner.send("POST", `${url}/members`, { name, aliases: [`${name} alias`] })).json().id);
  }
  const [first = "", second = ""] = ids;
  await owner.send("POST", `${url}/members/${first}/warnings`, { message: "Late again" });
  const request = { kind: "away", starts_on: daysAgo(0), ends_on: daysAgo(0), reason: "Ill" } as const;
  await world.db
    .insertInto("member_requests")
    .values({ ...request, clan_id: clan.id, member_id: second })
    .execute();
  for (const [keep, drop] of [
    [second, first],
    [member.memberId, second],
  ]) {
    const merged = await owner.send("POST", `${url}/members/merge`, { keep, drop, dry_run: false });
    expect(merged.statusCode).toBe(200);
  }
  const read = (await member.get("/api/me/export")).json();
  const players = read.clans.map(({ player }: { player: string }) => player);
  expect(players).toHaveLength(3);
  expect(players).toEqual(expect.arrayContaining(["Karabast", "Karabast II"]));
  expect(read.warnings).toMatchObject([{ player: "Karabast", message: "Late again" }]);
  expect(read.requests).toMatchObject([{ player: "Karabast II", reason: "Ill" }]);
  expect((await owner.get("/api/me/export")).json()).toMatchObject({ warnings: [], requests: [] });
});

test("S64: the entries of players who were merged into one's own are in the export, because they moved there", async () => {
  const { clan, owner, member, url, put, cell } = await openEntries(world, { name: "Raids" });
  const archived = await addActivity(world.db, clan.id, { name: "Farm" });
  const added = ["Karabast", "Karabast II"].map((name) => owner.send("POST", `${url}/members`, { name }));
  const [first = "", second = ""] = (await Promise.all(added)).map((answer) => answer.json<{ id: string }>().id);
  const values = [
    cell({ value: 1 }),
    cell({ member_id: first, day: daysAgo(0), activity_id: archived, value: 2 }),
    cell({ member_id: second, value: 4 }),
  ];
  expect((await put(owner, values)).statusCode).toBe(200);
  const archive = { version: 1, active: false };
  expect((await owner.send("PATCH", `${url}/activities/${archived}`, archive)).statusCode).toBe(200);
  const merges: string[] = [];
  for (const [keep, drop] of [
    [second, first],
    [member.memberId, second],
  ]) {
    const merged = await owner.send("POST", `${url}/members/merge`, { keep, drop, policy: "add", dry_run: false });
    merges.push(merged.json().merge_id);
  }
  const listOwn = async () => {
    const { entries } = (await member.get("/api/me/export")).json();
    return entries.map(({ activity, value }: { activity: string; value: number }) => [activity, value]);
  };
  expect(await listOwn()).toEqual([["Farm", 2], ["Raids", 5]]); // prettier-ignore
  // Nothing is left with the merged players, and nothing can be entered for them.
  const left = world.db.selectFrom("entries").select("value").where("member_id", "in", [first, second]);
  expect(await left.where("state", "!=", "cleared").execute()).toEqual([]);
  const late = await put(owner, [cell({ member_id: second, value: 9 })]);
  expect([late.statusCode, late.json().message]).toEqual([400, "There is no such player in this clan."]);

  // Taken back, they are somebody else's again.
  expect((await owner.send("POST", `${url}/members/merges/${merges.at(-1)}/undo`)).statusCode).toBe(200);
  expect(await listOwn()).toEqual([["Raids", 1]]);
});

test("S64: the export has the bulletins somebody wrote, their words in others, and what they opened", async () => {
  const { owner, maintainer, member, url, make } = await openBulletins(world);
  const posted = await make({ title: "Raid", content: "<p>at eight</p>" });
  await owner.send("PATCH", `${url}/${posted.id}`, { content: "<p>at nine</p>" });
  await member.send("POST", `${url}/${posted.id}/seen`);
  const read = async (who: typeof owner) => (await who.get("/api/me/export")).json();
  const nothing = { bulletins: [], bulletin_words: [], bulletins_opened: [] };
  expect(await read(maintainer)).toMatchObject({
    ...nothing,
    bulletins: [{ clan: "Night Owls", title: "Raid", content: "<p>at nine</p>", audience: "everyone" }],
    bulletin_words: [{ clan: "Night Owls", title: "Raid", content: "<p>at eight</p>" }],
  });
  expect(await read(owner)).toMatchObject({ ...nothing, bulletin_words: [{ content: "<p>at nine</p>" }] });
  const opened = [{ clan: "Night Owls", title: "Raid", seen_at: expect.any(String) }];
  expect(await read(member)).toMatchObject({ ...nothing, bulletins_opened: opened });
});

test("S05: the export has nothing by which somebody could sign in", async () => {
  const kara = await playerWithEverything();
  const { body } = await kara.get("/api/me/export");
  expect(body).not.toMatch(/argon2|hash|refresh|secret|last_step|_key|counter|Buffer/i);
});

test("S03: the export has nothing of anybody else", async () => {
  const tom = await playerWithEverything();
  const kara = await world.user();
  const { body } = await kara.get("/api/me/export");
  expect(body).toContain(kara.userId);
  for (const word of [tom.email, tom.userId, "Karabast", "Sundays"]) expect(body).not.toContain(word);
  expect((await world.visitor.get("/api/me/export")).statusCode).toBe(401);
});

test("what app admins did to the account is in the export, and so is that its owner administered; nobody else is", async () => {
  const kara = await playerWithEverything();
  const tom = await world.signedUp();
  const admin = await world.appAdmin();
  const act = (who: typeof kara | typeof admin, target: string, reason: string) =>
    who.send("POST", `/api/admin/users/${target}/send-reset`, { reason });
  expect((await act(admin, kara.userId, "Kara forgot it")).statusCode).toBe(200);
  expect((await act(kara, tom.userId, "Tom forgot it")).statusCode).toBe(200);

  const answer = await kara.get("/api/me/export");
  expect(answer.json().administration).toEqual([
    { at: expect.any(String), action: "user.send_reset", by_me: true, reason: null },
    { at: expect.any(String), action: "user.send_reset", by_me: false, reason: "Kara forgot it" },
  ]);
  for (const somebody of [admin.userId, tom.userId, tom.email]) expect(answer.payload).not.toContain(somebody);
});
