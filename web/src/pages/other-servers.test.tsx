import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { openAsKara } from "../testing/fake-clans.ts";
import { plainConfig } from "../testing/fake-backend.ts";
import { heading } from "../testing/open-app.tsx";
import { realServer } from "../testing/real-server.ts";
import { userEvent } from "../testing/user-event.ts";

type Answers = Parameters<typeof realServer>[0];

const owls = { clanId: "c1", name: "Night Owls", role: "owner", memberId: "m1" };
const kara = { id: "m1", clanId: "c1", name: "Kara", role: "owner", userId: "u1", joinedAt: "2026-01-15T12:00:00Z" };
const bo = { id: "m2", clanId: "c1", name: "Bo", role: "officer", userId: null };
const invite = {
  id: "i1",
  clanMemberId: "m2",
  inviteToken: "token-1",
  verificationCode: "123456",
  isProcessed: false,
  clanMember: { id: "m2", name: "Bo", clan: { id: "c1", name: "Night Owls" } },
};

/** A server of another make: camelCase, lists in wrappers, and nothing that only ours has. */
function serves(answers: Answers = {}) {
  return realServer({
    "GET /api/config": { body: plainConfig },
    "GET /api/me/admin": { body: { success: true, data: { isAppAdmin: true } } },
    "GET /api/me/profile": { body: { displayName: "Kara" } },
    "GET /api/clans/my": { body: { data: [owls] } },
    "GET /api/clans/c1": { body: { clan: owls } },
    "GET /api/clans/c1/members": { body: { items: [kara, bo] } },
    "GET /api/clans/c1/members?status=active": { body: { data: [kara, bo] } },
    ...answers,
  });
}

test("My Clans shows clans of any shape", async () => {
  await serves();
  openAsKara("/clanmanagement");
  const card = within(await screen.findByRole("article", { name: "Night Owls" }));
  expect(card.getByText("Owner")).toBeTruthy();
  expect(card.getByText("No game chosen")).toBeTruthy();
});

test("Manage Players shows members of any shape, with a dash for what is not told", async () => {
  await serves();
  openAsKara("/manage-players?clan=c1");
  const row = within(await screen.findByRole("row", { name: /Bo/ }));
  expect(row.getByText("Maintainer")).toBeTruthy();
  expect(row.queryByText("Inactive")).toBeNull();
  expect(row.getAllByText("—").length).toBeGreaterThanOrEqual(3);
  expect(screen.getByRole("row", { name: /Kara/ })).toBeTruthy();
});

test.each([
  ["GET /api/clans/c1/invites-raw", [invite]],
  ["GET /api/clans/c1/invites", { rows: [invite] }],
  ["GET /api/invites", { invites: [invite] }],
  ["GET /api/invites/my", { data: [invite, { ...invite, id: "i2", clanMember: { clan: { id: "c2" } } }] }],
])("Invites come from %s where that is what the server has", async (path, body) => {
  await serves({ [path]: { body } });
  openAsKara("/invites?clan=c1&tab=open");
  const open = within(await screen.findByRole("list", { name: "open invites" }));
  expect(open.getAllByRole("listitem")).toHaveLength(1);
  expect(open.getByText("Bo")).toBeTruthy();
});

test("an invite is cancelled by PUT where the server knows no DELETE", async () => {
  const server = await serves({
    "GET /api/clans/c1/invites-raw": { body: [invite] },
    "DELETE /api/invites/i1": { status: 405 },
    "PUT /api/invites/i1/cancel": { body: {} },
  });
  openAsKara("/invites?clan=c1&tab=open&invite=i1");
  const details = within(await screen.findByRole("dialog"));
  await userEvent.click(details.getByRole("button", { name: "Cancel invite" }));
  await userEvent.click(details.getByRole("button", { name: "Cancel it now" }));
  await expect.poll(() => server.calls()).toContain("PUT /api/invites/i1/cancel");
});

test("a member without an invite in their row has the one that the server tells elsewhere", async () => {
  await serves({
    "GET /api/clans/c1/members/invite-status?shape=map": { body: { data: { m2: { hasOpenInvite: true } } } },
    "GET /api/clans/c1/invites-raw": { body: [] },
  });
  openAsKara("/invites?clan=c1");
  const members = within(await screen.findByRole("list", { name: "Members" }));
  expect(members.getByText("Bo", { selector: "strong" }).closest("li")?.textContent).toContain("Invited");
});

test.each([
  [{ status: 200, body: { valid: false } }, /The code does not match this link/],
  [{ status: 404, body: {} }, /No such luck/],
])("a code refused without a reason is checked: %j", async (validation, text) => {
  await serves({
    "POST /api/invites/token-1/process": { status: 400, body: { message: "No such luck" } },
    "POST /api/invites/token-1/validate": validation,
  });
  openAsKara("/invite/token-1");
  await heading("You are invited");
  await userEvent.type(await screen.findByLabelText("Code"), "123456");
  expect(await screen.findByText(text)).toBeTruthy();
});

test("app admins are listed from any shape", async () => {
  await serves({ "GET /api/app-admins": { body: { items: [{ user_id: "u7", note: "Night shift" }] } } });
  openAsKara("/admin?admins=1");
  const admins = within(await screen.findByRole("list", { name: "App admins" }));
  expect(admins.getByText("Night shift")).toBeTruthy();
  expect(admins.getByRole("button", { name: "Revoke u7" })).toBeTruthy();
});
