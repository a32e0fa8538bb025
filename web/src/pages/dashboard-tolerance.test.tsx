import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { nightOwls, openAsKara } from "../testing/fake-clans.ts";
import { widget, widgetNames } from "../testing/fake-dashboard.ts";
import { realServer } from "../testing/real-server.ts";
import { heading } from "../testing/open-app.tsx";
import { plainConfig } from "../testing/fake-backend.ts";

type Answers = Parameters<typeof realServer>[0];

const boards = "GET /api/scoreboards?is_active=true";
const bulletins = "GET /api/bulletins?limitPerClan=5";
const clan = { id: "c1", name: "Night Owls", role: "owner" };
const board = { id: "s1", name: "Week race", clan: { id: "c1", name: "Night Owls" } };
const invite = { id: "i1", clan_member: { id: "m1", name: "Bo", clan: { id: "c1", name: "Night Owls" } } };
const bulletin = { id: "b1", clan_id: "c1", clan_name: "Night Owls", title: "Raid tonight", body: "<p>At eight</p>" };

/** A server of another make: it knows the calls of the dashboard and nothing of today or anybody's standing. */
function serves(answers: Answers = {}) {
  return realServer({
    "GET /api/config": { body: plainConfig },
    "GET /api/me/admin": { body: { success: true, data: { isAppAdmin: false } } },
    "GET /api/me/profile": { body: { ui_settings: { dashboard: { order: ["weather", "bulletins"], hidden: [] } } } },
    "GET /api/me/today": { body: { items: [] } },
    "GET /api/me/standing": { body: { items: [] } },
    "GET /api/clans/my": { body: [clan] },
    [boards]: { body: [board] },
    "GET /api/invites": { body: [invite] },
    [bulletins]: { body: [bulletin] },
    ...answers,
  });
}

async function open() {
  openAsKara("/dashboard");
  await heading("Dashboard");
}

const find = async (name: string, text: string) => (await widget(name)).findByText(text);

test("an order that knows strange widgets is read for what is known, and the others follow", async () => {
  await serves();
  await open();
  await widget("Scoreboards");
  expect(widgetNames()).toEqual(["Clan Bulletins", "Scoreboards", "Member Invites"]);
});

test.each([[{}], [{ ui_settings: {} }], [{ ui_settings: { dashboard: { order: null } } }]])(
  "a profile of %j leaves the first order",
  async (body) => {
    await serves({ "GET /api/me/profile": { body } });
    await open();
    await widget("Scoreboards");
    expect(widgetNames()).toEqual(["Scoreboards", "Member Invites", "Clan Bulletins"]);
  },
);

test.each([[[clan]], [{ clans: [clan] }], [{ data: [clan] }], [{ items: [clan] }]])(
  "clans are read from %j",
  async (body) => {
    await serves({ "GET /api/clans/my": { body } });
    await open();
    expect(await find("Member Invites", "Bo")).toBeTruthy();
  },
);

test.each(["admin", "leader", "officer", "member", "guest", undefined])(
  "somebody whose role is %s owns no clan and gets no invites",
  async (role) => {
    const server = await serves({ "GET /api/clans/my": { body: [{ clan_id: "c1", name: "Night Owls", role }] } });
    await open();
    expect(await screen.findByText(/ask a clan owner for an invite link/)).toBeTruthy();
    expect(screen.queryByRole("region", { name: "Member Invites" })).toBeNull();
    expect(server.calls()).not.toContain("GET /api/invites");
  },
);

test.each([
  [[board]],
  [{ scoreboards: [board] }],
  [{ data: { scoreboards: [board] } }],
  [{ data: [board] }],
  [{ items: [{ id: "s1", title: "Week race", clanId: "c1", clanName: "Night Owls", isActive: true }] }],
])("scoreboards are read from %j", async (body) => {
  await serves({ [boards]: { body } });
  await open();
  expect(await find("Scoreboards", "Week race")).toBeTruthy();
  expect((await widget("Scoreboards")).getByText("Night Owls")).toBeTruthy();
});

test.each([404, 405])("a server that answers %i to active boards is asked on its other paths", async (status) => {
  const server = await serves({
    [boards]: { status },
    "GET /api/scoreboards/active": { status },
    "GET /api/scoreboards": { body: [board, { id: "s2", name: "Over", is_active: false }] },
  });
  await open();
  expect(await find("Scoreboards", "Week race")).toBeTruthy();
  expect(screen.queryByText("Over")).toBeNull();
  expect(server.calls().filter((call) => call.includes("scoreboards"))).toEqual([
    boards,
    "GET /api/scoreboards/active",
    "GET /api/scoreboards",
  ]);
});

test.each([
  [[invite]],
  [{ invites: [invite] }],
  [{ items: [invite] }],
  [{ data: [invite] }],
  [
    {
      rows: [{ id: "i1", clanId: "c1", clanMember: { name: "Bo", clan: { name: "Night Owls" } }, isProcessed: false }],
    },
  ],
])("invites are read from %j", async (body) => {
  await serves({ "GET /api/invites": { body } });
  await open();
  expect(await find("Member Invites", "Bo")).toBeTruthy();
  expect((await widget("Member Invites")).getByText("Night Owls")).toBeTruthy();
});

test("invites come from their other path where the first is missing, and are none without either", async () => {
  await serves({ "GET /api/invites": { status: 404 }, "GET /api/invites/my": { body: { invites: [invite] } } });
  await open();
  expect(await find("Member Invites", "Bo")).toBeTruthy();
});

test("a server without invites has none, and nothing is said about it", async () => {
  await serves({ "GET /api/invites": { status: 404 } });
  await open();
  expect(await find("Member Invites", "No outstanding invites.")).toBeTruthy();
});

test.each([
  [[bulletin]],
  [{ bulletins: [bulletin] }],
  [{ items: [bulletin] }],
  [{ data: [bulletin] }],
  [{ data: [{ id: "b1", clanId: "c1", clanName: "Night Owls", title: "Raid tonight", message: "<p>At eight</p>" }] }],
])("bulletins are read from %j", async (body) => {
  await serves({ [bulletins]: { body } });
  await open();
  expect(await find("Clan Bulletins", "Raid tonight")).toBeTruthy();
  const shown = await widget("Clan Bulletins");
  expect(shown.getByText("At eight")).toBeTruthy();
  expect(shown.getByText("Night Owls")).toBeTruthy();
  expect(shown.queryByText(/Unread/)).toBeNull();
});

test("what has no title is Untitled", async () => {
  await serves({ [boards]: { body: [{ id: "s1", clan_id: nightOwls.id }] }, [bulletins]: { body: [{ id: "b1" }] } });
  await open();
  expect(await find("Scoreboards", "Untitled")).toBeTruthy();
  expect(await find("Clan Bulletins", "Untitled")).toBeTruthy();
});
