import { rescoreActivity } from "@clanhall/contract/activities";
import { getAdminOverview, grantAppAdmin, listAppAdmins, listOwnerlessClans } from "@clanhall/contract/admin";
import { getUser, listUsers, suspendUser } from "@clanhall/contract/admin-users";
import { reopenDay } from "@clanhall/contract/days";
import { listGames } from "@clanhall/contract/games";
import { listMembers } from "@clanhall/contract/members";
import { importMembers } from "@clanhall/contract/member-imports";
import { type ApiToken, createToken, listTokens } from "@clanhall/contract/tokens";
import { listWebhooks } from "@clanhall/contract/webhooks";
import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { chooseFor, donations, openActivities } from "../testing/fake-activities.ts";
import { bram, bramsAccount, fakeAdmin, lostClan, openAdmin, overview } from "../testing/fake-admin.ts";
import type { fakeBackend } from "../testing/fake-backend.ts";
import { fakeClans, nightOwls, openAsKara, warGame } from "../testing/fake-clans.ts";
import { dayOf, fakeDay, openDay } from "../testing/fake-days.ts";
import { kara, openRoster, rosterOf } from "../testing/fake-roster.ts";
import { leaveAndStay } from "../testing/leave-and-stay.ts";
import { userEvent } from "../testing/user-event.ts";

const click = async (name: string | RegExp) => userEvent.click(await screen.findByRole("button", { name }));
const findDialog = (name: string) => screen.findByRole("dialog", { name });

/** The next answer to a call comes when the test says so. */
function hold(backend: ReturnType<typeof fakeBackend>, call: string) {
  const held = Promise.withResolvers<Response>();
  backend.repliesTo(call, () => held.promise);
  return (answer: object, status = 200) => held.resolve(Response.json(answer, { status }));
}

/** Types into a field, sees that nothing takes that away without a question, and then lets it go. */
async function expectQuestion(dialog: HTMLElement, label: string | RegExp): Promise<void> {
  const field = within(dialog).getByLabelText(label);
  await userEvent.type(field, "typed for minutes");
  await leaveAndStay(dialog);
  expect(field).toHaveProperty("value", "typed for minutes");
  await userEvent.click(within(dialog).getByRole("button", { name: "Close" }));
  await click("Discard");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
}

async function openReopening() {
  const locked = { day: "2026-02-20", state: "locked" as const, needs_reason: true, locks_at: null };
  const backend = fakeDay(dayOf([], {}, locked));
  await openDay(nightOwls, "&day=2026-02-20");
  await click("More for this day");
  await userEvent.click(screen.getByRole("menuitem", { name: "Reopen this day for 24 h" }));
  return { backend, dialog: await findDialog("Reopen Fri 20 Feb") };
}

test("why a day is re-opened is not thrown away without a question", async () => {
  const { dialog } = await openReopening();
  await expectQuestion(dialog, "Reason");
});

test("a day that is open after its dialog was closed is said", async () => {
  const { backend, dialog } = await openReopening();
  const answer = hold(backend, `POST /api/clans/${nightOwls.id}/days/2026-02-20/reopen`);
  await userEvent.type(within(dialog).getByLabelText("Reason"), "Late numbers");
  await click("Reopen for 24 h");
  await waitFor(() => expect(backend.callsTo(reopenDay)).toHaveLength(1));
  await click("Close");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  answer(dayOf().window);
  await screen.findByText("Fri 20 Feb is open for 24 hours");
});

test("a day that is refused is said in its dialog, and once that is closed in a toast", async () => {
  const { backend, dialog } = await openReopening();
  const path = `POST /api/clans/${nightOwls.id}/days/2026-02-20/reopen`;
  const refusal = { error: "conflict", message: "This day is open already." };
  let answer = hold(backend, path);
  await userEvent.type(within(dialog).getByLabelText("Reason"), "Late numbers");
  await click("Reopen for 24 h");
  answer(refusal, 409);
  expect((await screen.findByRole("alert")).textContent).toBe(refusal.message);
  expect(screen.queryByText(/Failed/)).toBeNull();

  answer = hold(backend, path);
  await click("Reopen for 24 h");
  await waitFor(() => expect(backend.callsTo(reopenDay)).toHaveLength(2));
  await click("Close");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  answer(refusal, 409);
  await screen.findByText("Failed to reopen Fri 20 Feb. This day is open already.");
});

test("the names of an order are not thrown away without a question", async () => {
  fakeDay(dayOf());
  await openDay();
  await click("Order: Name");
  await userEvent.click(screen.getByRole("menuitem", { name: "Take the order of a list…" }));
  await expectQuestion(await findDialog("Take the order of a list"), "Names");
});

test("a pasted list of players is not thrown away without a question", async () => {
  const { backend } = await openRoster(rosterOf(kara));
  backend.answers(importMembers, { rows: [], added: 0 });
  await click("Import list");
  await expectQuestion(await findDialog("Import players"), /One player a line/);
});

test("players who are refused after their import was closed are said", async () => {
  const { backend } = await openRoster(rosterOf(kara));
  const elowen = { index: 0, name: "Elowen", state: "new" as const, similar_to: null, problem: null };
  backend.answers(importMembers, { rows: [elowen], added: 0 });
  await click("Import list");
  const dialog = within(await findDialog("Import players"));
  await userEvent.insert(dialog.getByLabelText(/One player a line/), "Elowen");
  const add = await dialog.findByRole("button", { name: "Add 1 player" });
  const answer = hold(backend, `POST /api/clans/${nightOwls.id}/members/import`);
  await userEvent.click(add);
  await waitFor(() => expect(backend.callsTo(importMembers).at(-1)?.body).toMatchObject({ dry_run: false }));
  await userEvent.click(dialog.getByRole("button", { name: "Close" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  answer({ error: "conflict", message: "The roster is full." }, 409);
  await screen.findByText("Failed to import players. The roster is full.");
});

test("the reason of an admin is not thrown away without a question, whatever it is for", async () => {
  await openAdmin(`/admin/users/${bramsAccount.id}`, "Bram", fakeAdmin().answers(getUser, bramsAccount));
  await click("Suspend");
  await expectQuestion(await findDialog("Suspend Bram?"), "Reason");
});

test("what an admin tried is said when it is refused after the dialog was closed", async () => {
  const backend = fakeAdmin().answers(getUser, bramsAccount);
  await openAdmin(`/admin/users/${bramsAccount.id}`, "Bram", backend);
  await click("Suspend");
  const dialog = within(await findDialog("Suspend Bram?"));
  await userEvent.type(dialog.getByLabelText("Reason"), "Asked for it");
  const answer = hold(backend, `POST /api/admin/users/${bramsAccount.id}/suspend`);
  await userEvent.click(dialog.getByRole("button", { name: "Suspend" }));
  await waitFor(() => expect(backend.callsTo(suspendUser)).toHaveLength(1));
  await userEvent.click(dialog.getByRole("button", { name: "Close" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  answer({ error: "conflict", message: "They are suspended already." }, 409);
  await screen.findByText("Failed to suspend Bram. They are suspended already.");
});

test("neither is why a clan gets another owner", async () => {
  const backend = fakeAdmin()
    .answers(getAdminOverview, overview)
    .answers(listOwnerlessClans, { items: [lostClan] });
  await openAdmin("/admin", "Admin", backend);
  await click("Transfer Night Owls");
  await expectQuestion(await findDialog("Transfer Night Owls"), "Reason");
});

async function openGrant() {
  const backend = fakeAdmin().answers(listAppAdmins, { admins: [] });
  await openAdmin("/admin?admins=1", "Manage Admins", backend);
  await click("Grant app admin");
  return { backend, dialog: await findDialog("Grant app admin") };
}

test("neither is the note about a new admin", async () => {
  const { dialog } = await openGrant();
  await expectQuestion(dialog, "Note (optional)");
});

test("an admin who is granted after the dialog was closed is said", async () => {
  const { backend, dialog } = await openGrant();
  backend.answers(listUsers, { items: [bram], total: 1, next_cursor: null });
  await userEvent.type(within(dialog).getByRole("searchbox"), "ra");
  await click(/Bram/);
  const answer = hold(backend, "POST /api/app-admins");
  await userEvent.click(within(dialog).getByRole("button", { name: "Grant app admin" }));
  await waitFor(() => expect(backend.callsTo(grantAppAdmin)).toHaveLength(1));
  await click("Close");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  answer({ userId: bram.id, note: null, display_name: "Bram", email: null, granted_at: null, has_factor: false });
  await screen.findByText("Bram is an app admin now");
});

const madeToken: ApiToken = {
  id: bram.id,
  name: "Bot",
  scopes: ["scoreboards:read"],
  last_four: "ab12",
  created_at: "2026-03-03T10:00:00.000Z",
  expires_at: null,
  last_used_at: null,
  created_by_name: "Kara",
};

test("what a token is for is not thrown away without a question, and once it is made nothing asks", async () => {
  const backend = fakeClans(nightOwls).answers(listWebhooks, { items: [] }).answers(listTokens, { items: [] });
  openAsKara(`/clan-admin/${nightOwls.id}?tab=integrations`);
  await click("Create a token");
  await expectQuestion(await findDialog("Create a token"), "Name");

  await click("Create a token");
  const form = within(await findDialog("Create a token"));
  await userEvent.type(form.getByLabelText("Name"), "Bot");
  await userEvent.click(form.getByRole("checkbox", { name: /Read scoreboards/ }));
  backend.answers(createToken, { ...madeToken, token: "clh_once" });
  await click("Create token");
  await findDialog("The token for Bot");
  await click("I have copied it");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("a token that is being created is not left behind unseen", async () => {
  const backend = fakeClans(nightOwls).answers(listWebhooks, { items: [] }).answers(listTokens, { items: [] });
  openAsKara(`/clan-admin/${nightOwls.id}?tab=integrations`);
  await click("Create a token");
  const dialog = await findDialog("Create a token");
  const form = within(dialog);
  await userEvent.type(form.getByLabelText("Name"), "Bot");
  await userEvent.click(form.getByRole("checkbox", { name: /Read scoreboards/ }));
  const answer = hold(backend, `POST /api/clans/${nightOwls.id}/tokens`);
  await click("Create token");
  await waitFor(() => expect(backend.callsTo(createToken)).toHaveLength(1));
  dialog.dispatchEvent(new Event("cancel", { cancelable: true }));
  for (const name of ["Close", "Cancel"]) await userEvent.click(form.getByRole("button", { name }));
  expect(screen.getAllByRole("dialog")).toEqual([dialog]);
  answer({ ...madeToken, token: "clh_once" });
  expect(within(await findDialog("The token for Bot")).getByText("clh_once")).toBeTruthy();
});

const refusal = { error: "conflict", message: "This clan is archived." };

test.each([
  ["is done", { changed: 12, points_before: 100, points_after: 250, ranks: [] }, 200, "12 values re-scored"],
  ["is refused", refusal, 409, "Failed to re-score Troops donated. This clan is archived."],
])("a re-score that %s after its dialog was closed is said", async (_what, answered, status, message) => {
  const { backend } = await openActivities([donations]);
  backend.answers(rescoreActivity, { changed: 12, points_before: 100, points_after: 250, ranks: [] });
  await chooseFor("Troops donated", "Re-score");
  const dialog = within(await findDialog("Re-score Troops donated"));
  await dialog.findByText("12 values");
  const answer = hold(backend, `POST /api/clans/${nightOwls.id}/activities/${donations.id}/rescore`);
  await userEvent.click(dialog.getByRole("button", { name: "Apply" }));
  await userEvent.click(dialog.getByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  answer(answered, status);
  await screen.findByText(message);
});

test("a template that does not come after its dialog was closed is said, too", async () => {
  const { backend } = await openActivities([]);
  backend.answers(listGames, { items: [warGame] });
  await click("Apply a game’s template");
  const dialog = within(await findDialog("Apply a game’s template"));
  const answer = hold(backend, `POST /api/clans/${nightOwls.id}/activities/template`);
  await userEvent.click(await dialog.findByRole("button", { name: "Apply template" }));
  await userEvent.click(dialog.getByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  answer(refusal, 409);
  await screen.findByText("Failed to apply the template. This clan is archived.");
});

test("so is a clan that is not deleted", async () => {
  const backend = fakeClans(nightOwls).answers(listMembers, rosterOf(kara));
  openAsKara(`/clan-admin/${nightOwls.id}?tab=danger`);
  await click("Delete the clan");
  const dialog = within(await findDialog("Delete Night Owls?"));
  await userEvent.type(dialog.getByLabelText(/^Type/), "Night Owls");
  const answer = hold(backend, `DELETE /api/clans/${nightOwls.id}`);
  await userEvent.click(dialog.getByRole("button", { name: "Delete the clan" }));
  await userEvent.click(dialog.getByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  answer({ error: "conflict", message: "Cancel the transfer first." }, 409);
  await screen.findByText("Failed to delete Night Owls. Cancel the transfer first.");
});
