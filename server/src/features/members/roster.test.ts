import { listMembers } from "@clanhall/contract/members";
import { expect, test } from "vitest";
import { sharedApp } from "../../testing/test-app.ts";

const world = await sharedApp();

const of = (clan: { id: string }) => `/api/clans/${clan.id}/members`;
const today = new Date().toISOString().slice(0, 10);

interface Listed {
  next_cursor: string | null;
  members: { id: string; name: string; [field: string]: unknown }[];
  counts: Record<string, number>;
}

async function createRoster() {
  const clan = await world.clan();
  const owner = await world.memberOf(clan, "owner");
  const plain = await world.memberOf(clan, "member");
  const add = async (draft: object) => (await owner.send("POST", of(clan), draft)).json();
  const kara = await add({ name: "Kara", aliases: ["Nightowl"], groups: ["Raid"], officer_note: "talks too much" });
  const zoe = await add({ name: "Zoë", groups: ["raid", "Farm"], joined_on: "2024-01-05" });
  const tom = await add({ name: "Émile" });
  const away = [{ from: today, to: today, reason: "a private matter" }];
  await owner.send("PATCH", `${of(clan)}/${kara.id}`, { version: 1, away });
  await owner.send("POST", `${of(clan)}/${tom.id}/inactivate`);
  await invite(clan, zoe.id, new Date(Date.now() + 3_600_000));
  await invite(clan, tom.id, new Date(Date.now() - 3_600_000));
  const list = async (query: string, who: { get: typeof owner.get } = owner) =>
    (await who.get(`${of(clan)}?${query}`)).json<Listed>();
  const names = async (query: string) => (await list(query)).members.map(({ name }) => name);
  return { clan, owner, plain, kara, zoe, tom, list, names };
}

async function invite(clan: { id: string }, memberId: string, expires_at: Date) {
  const secret = Buffer.from(crypto.randomUUID());
  const sealed = { sealed_token: secret, sealed_code: secret, token_hash: secret };
  await world.db
    .insertInto("invites")
    .values({ clan_id: clan.id, clan_member_id: memberId, ...sealed, expires_at })
    .execute();
}

test("the roster comes by name, accents beside their letters", async () => {
  const { names } = await createRoster();
  const [first, second, , , last] = await names("");
  expect([first, second, last]).toEqual(["Émile", "Kara", "Zoë"]);
});

test.each([
  ["status=inactive", ["Émile"]],
  ["status=removed", []],
  ["q=nightOWL", ["Kara"]],
  ["q=%EF%BC%AB%EF%BD%81%EF%BD%92", ["Kara"]],
  ["q=zoe%CC%88", ["Zoë"]],
  ["q=zoe", ["Zoë"]],
  ["q=EMI", ["Émile"]],
  ["q=n%C3%ADght", ["Kara"]],
  ["group=RAID", ["Kara", "Zoë"]],
  ["group=Farm", ["Zoë"]],
  ["group=nobody", []],
  ["away=true", ["Kara"]],
  ["invite=open", ["Zoë"]],
  ["invite=expired", ["Émile"]],
  ["unlinked=true", ["Kara", "Zoë"]],
  ["linked=false", ["Émile", "Kara", "Zoë"]],
  ["idle_days=30", ["Zoë"]],
  ["idle_days=45", ["Zoë"]],
  ["group=raid&away=false", ["Zoë"]],
])("%s finds %j", async (query, expected) => {
  const { names } = await createRoster();
  expect(await names(query)).toEqual(expected);
});

test("pages follow each other without a gap, and a cursor nobody has leads nowhere", async () => {
  const { list, names, clan, owner } = await createRoster();
  const all = await names("");
  const seen: string[] = [];
  let cursor: string | null = "";
  while (cursor !== null) {
    const page: Listed = await list(`limit=2${cursor && `&cursor=${cursor}`}`);
    expect(page.members.length).toBeLessThanOrEqual(2);
    seen.push(...page.members.map(({ name }) => name));
    cursor = page.next_cursor;
  }
  expect(seen).toEqual(all);
  const lost = await owner.get(`${of(clan)}?cursor=${crypto.randomUUID()}`);
  expect(lost.statusCode).toBe(400);
});

test("each count is the number of players its filter finds, whatever else is filtered", async () => {
  const { list } = await createRoster();
  const { counts } = await list("q=nobody&limit=1");
  expect(counts).toMatchObject({
    "status:active": 4,
    "role:member": 4,
    "linked:true": 2,
    "invite:open": 1,
    "idle:7": 1,
  });
  for (const [label, count] of Object.entries(counts)) {
    const [name = "", value = ""] = label.split(":");
    const query = new URLSearchParams({ [name === "idle" ? "idle_days" : name]: value });
    expect((await list(query.toString())).members, label).toHaveLength(count);
  }
});

test("the rows are what the contract says, whoever reads them: nothing more, nothing less", async () => {
  const { clan, owner, plain } = await createRoster();
  for (const who of [owner, plain]) {
    const body = (await who.get(of(clan))).json();
    expect(listMembers.response.parse(body)).toEqual(body);
  }
});

test("S05: a plain member sees no officers' note, reason, account or invite of others, by no filter either", async () => {
  const { clan, plain, owner, list, kara } = await createRoster();
  const answer = await plain.get(of(clan));
  for (const secret of ["talks too much", "a private matter", owner.userId]) expect(answer.body).not.toContain(secret);
  const { members, counts } = answer.json<Listed>();
  expect(members.find(({ id }) => id === kara.id)).toMatchObject({
    officer_note: null,
    user_id: null,
    away: [{ from: today, to: today, reason: null }],
    away_until: today,
    invite: { state: "none", expires_at: null },
  });
  expect(members.find(({ is_me }) => is_me)).toMatchObject({ user_id: plain.userId, officer_note: null });
  expect(counts).toMatchObject({ "invite:open": 0, "linked:true": 1 });
  expect((await list("invite=open", plain)).members).toEqual([]);
  expect((await plain.get(`${of(clan)}.csv`)).statusCode).toBe(403);
});

test("a member reads the reason of their own away period", async () => {
  const { clan, plain, owner, list } = await createRoster();
  const away = [{ from: today, to: today, reason: "holidays" }];
  await owner.send("PATCH", `${of(clan)}/${plain.memberId}`, { version: 1, away });
  const { members } = await list("", plain);
  expect(members.find(({ is_me }) => is_me)).toMatchObject({ away: [{ reason: "holidays" }] });
});

test("the CSV file holds exactly what is filtered, and nothing a spreadsheet would run", async () => {
  const { clan, owner } = await createRoster();
  await owner.send("POST", of(clan), { name: "=1+1", groups: ["Farm"], joined_on: "2025-02-03" });
  const file = await owner.get(`${of(clan)}.csv?group=farm`);
  expect(file.headers["content-type"]).toBe("text/csv; charset=utf-8");
  expect(file.headers["content-disposition"]).toContain("attachment");
  const [head, ...lines] = file.body.trimEnd().split("\r\n");
  expect(head).toMatch(/^Name,Aliases,Role,Status,/);
  expect(lines).toHaveLength(2);
  expect(lines[0]).toMatch(/^'=1\+1,,member,active,none,,2025-02-03,,,,,Farm,/);
  expect(lines[1]).toMatch(/^Zoë,,member,active,invited,.*,2024-01-05,,,,,raid; Farm,/);
});

test("S03, S04: a stranger's roster reads like one that does not exist", async () => {
  const { clan } = await createRoster();
  const outsider = await world.memberOf(await world.clan(), "owner");
  for (const path of [of(clan), `${of(clan)}.csv`, `${of(clan)}/invite-status`]) {
    const [there, nowhere] = [await outsider.get(path), await outsider.get(path.replace(clan.id, crypto.randomUUID()))];
    expect(there.statusCode).toBe(404);
    expect({ ...there.json(), request_id: "" }).toEqual({ ...nowhere.json(), request_id: "" });
  }
});

test.each(["status=gone", "limit=0", "limit=5001", "idle_days=0", "status=active&status=removed", "secret=1"])(
  "S52: ?%s is refused",
  async (query) => {
    const { clan, owner } = await createRoster();
    expect((await owner.get(`${of(clan)}?${query}`)).statusCode).toBe(400);
  },
);

test("more readers than the pool has connections all get the roster", async () => {
  const { list } = await createRoster();
  const answers = await Promise.all(Array.from({ length: 20 }, () => list("")));
  expect(answers.map(({ members }) => members.length)).toEqual(Array.from({ length: 20 }, () => 5));
});
