import { listClanAudit } from "@clanhall/contract/audit";
import {
  archiveClan,
  cancelTransfer,
  type Clan,
  deleteClan,
  getClan,
  getClanOverview,
  patchClan,
  restoreClan,
  transferClan,
  unarchiveClan,
} from "@clanhall/contract/clans";
import { addDays, toClanDate } from "@clanhall/contract/rules/clan-day";
import { listMembers } from "@clanhall/contract/members";
import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "../testing/user-event.ts";
import { expect, test } from "vitest";
import { catchFiles } from "../testing/catch-files.ts";
import { bram, fakeClans, nightOwls, openAsKara } from "../testing/fake-clans.ts";
import { formatOwnDate, formatOwnTime } from "../lib/format.ts";
import { heading } from "../testing/open-app.tsx";

const path = `/clan-admin/${nightOwls.id}`;
const region = async (name: string) => within(await screen.findByRole("region", { name }));
const click = (name: string) => userEvent.click(screen.getByRole("button", { name }));
const today = () => toClanDate(nightOwls.day_rules, new Date());

async function openTab(tab: string, clan: Partial<Clan> = {}) {
  const backend = fakeClans({ ...nightOwls, ...clan });
  const opened = openAsKara(`${path}?tab=${tab}`);
  await heading("Night Owls");
  return { backend, ...opened };
}

async function retype(label: string, text: string) {
  const field = await screen.findByLabelText(label);
  await userEvent.clear(field);
  await userEvent.insert(field, text);
}

test("each tab has its own address, an unknown one opens the overview", async () => {
  const { router } = await openTab("nonsense");
  const overview = await region("Overview");
  expect((await overview.findByText("active players")).parentElement?.textContent).toContain("12");
  expect(overview.getByText(/2 open invites expire soon/)).toBeTruthy();
  expect(overview.queryByText("values missing today")).toBeNull();
  expect(overview.getByText("Nothing is due.")).toBeTruthy();
  await region("Latest changes");
  const index = screen.getByRole("navigation", { name: "Parts of the clan admin" });
  expect(within(index).getByRole("link", { current: "page" }).textContent).toBe("Overview");
  await userEvent.click(within(index).getByRole("link", { name: "Danger zone" }));
  await region("Archive the clan");
  expect(router.state.location.href).toBe(`${path}?tab=danger`);
});

test("F8: an older address with its section opens that tab, and becomes the new one", async () => {
  fakeClans(nightOwls);
  const { router } = openAsKara(`${path}?section=data`);
  await region("Export");
  await waitFor(() => expect(router.state.location.href).toBe(`${path}?tab=data`));
});

test("the overview names who is missing today, who is below the weekly target and which links expire soon", async () => {
  const player = (name: string) => ({ member_id: crypto.randomUUID(), name });
  const dara = player("Dara");
  const donations = { activity: "Donations", unit: "gold", value_type: "whole" as const, value: 1250, target: 2000 };
  const playing = { activity: "Playing", unit: "", value_type: "duration" as const, value: 90, target: 300 };
  const raids = { activity: "Raids", unit: "", value_type: "yes_no" as const, value: 2, target: 3 };
  fakeClans(nightOwls).answers(getClanOverview, {
    members: { active: 12, inactive: 0, removed: 0, linked: 9, away: 0 },
    invites: { open: 0, expiring: 0 },
    today: { ...nightOwls.today, due: 24, entered: 20 },
    missing_today: {
      count: 3,
      players: [
        { ...player("Aelwyn"), missing: 1 },
        { ...player("Corvin"), missing: 2 },
      ],
    },
    below_weekly: {
      count: 3,
      players: [
        { ...dara, ...donations },
        { ...player("Edda"), ...playing },
        { ...player("Finn"), ...raids },
      ],
    },
    expiring_boards: {
      count: 1,
      boards: [{ scoreboard_id: crypto.randomUUID(), title: "Autumn season", expires_at: "2026-11-20T12:00:00.000Z" }],
    },
  });
  openAsKara(path);
  const missing = await region("Missing today");
  expect(missing.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
    "Aelwyn1 value",
    "Corvin2 values",
  ]);
  expect(missing.getByText("and 1 more")).toBeTruthy();
  const day = `/daily-activity?clan=${nightOwls.id}`;
  expect(missing.getByRole("link", { name: "Open the day" }).getAttribute("href")).toBe(day);
  const below = await region("Below the weekly target");
  expect(below.getByRole("link", { name: "Dara" }).getAttribute("href")).toBe(`/player/${dara.member_id}`);
  expect(below.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
    "DaraDonations: 1,250 of 2,000 gold",
    "EddaPlaying: 1:30 h of 5:00 h",
    "FinnRaids: 2 of 3 days",
  ]);
  expect(below.queryByText(/more/)).toBeNull();
  const expiring = await region("Links that expire soon");
  expect(expiring.getByRole("listitem").textContent).toBe("Autumn seasonFri 20 Nov");
  expect(expiring.getByRole("link").getAttribute("href")).toBe(`/scoreboards?clan=${nightOwls.id}`);
});

test.each([{ archived_at: "2026-02-01T00:00:00.000Z" }, { deletes_at: "2026-03-15T12:00:00.000Z" }])(
  "with %o the overview asks for nothing",
  async (closed) => {
    fakeClans({ ...nightOwls, ...closed }).answers(getClanOverview, {
      members: { active: 12, inactive: 0, removed: 0, linked: 9, away: 0 },
      invites: { open: 0, expiring: 0 },
      today: { ...nightOwls.today, due: 24, entered: 20 },
      missing_today: { count: 1, players: [{ member_id: crypto.randomUUID(), name: "Aelwyn", missing: 1 }] },
      below_weekly: { count: 0, players: [] },
      expiring_boards: { count: 0, boards: [] },
    });
    openAsKara(path);
    const overview = await region("Overview");
    await overview.findByText("active players");
    expect(overview.queryByText("values missing today")).toBeNull();
    expect(screen.queryByRole("region", { name: "Missing today" })).toBeNull();
  },
);

test("a plain member is sent to the dashboard and told why", async () => {
  fakeClans({ ...nightOwls, role: "member" });
  const { router } = openAsKara(path);
  await heading("Dashboard");
  await screen.findByText("You do not manage this clan");
  expect(router.state.location.pathname).toBe("/dashboard");
});

test.each([404, 400])("a clan that is foreign or unknown (%s) reads like a page that is not there", async (status) => {
  fakeClans(nightOwls).refuses(getClan, status);
  openAsKara(path);
  expect(await heading("Not Found")).toBeTruthy();
  expect(screen.getByText("There is no page at this address.")).toBeTruthy();
  expect(screen.getByRole("link", { name: "Go to the dashboard" })).toBeTruthy();
  const choices = within(await screen.findByRole("list", { name: "Your clans" }));
  expect(choices.getByRole("link", { name: /Night Owls/ }).getAttribute("href")).toBe(path);
});

test("a clan that does not load can be asked for again", async () => {
  const backend = fakeClans(nightOwls);
  backend.refuses(getClan, 403);
  openAsKara(path);
  expect((await screen.findByRole("alert")).textContent).toContain("The clan could not be loaded.");
  backend.answers(getClan, nightOwls);
  await click("Try again");
  await heading("Night Owls");
});

test("a maintainer reads the settings and changes none, and has no danger zone", async () => {
  await openTab("danger", { role: "maintainer" });
  expect(screen.queryByRole("link", { name: "Danger zone" })).toBeNull();
  await userEvent.click(screen.getByRole("link", { name: "Permissions" }));
  const ticks = (await region("Permissions")).getAllByRole("checkbox");
  expect(ticks.every((tick) => (tick as HTMLInputElement).disabled)).toBe(true);
  await userEvent.click(screen.getByRole("link", { name: "Details" }));
  const details = await region("Details");
  expect(details.getByLabelText("Clan name").closest("fieldset")).toHaveProperty("disabled", true);
  expect(details.queryByRole("button", { name: "Save details" })).toBeNull();
});

test("details are saved with the version they were read in", async () => {
  const { backend } = await openTab("details");
  const saved = { ...nightOwls, name: "Day Owls", version: 8 };
  backend.answers(patchClan, saved).answers(getClan, saved);
  await retype("Clan name", "Day Owls");
  await click("Save details");
  await screen.findByText("Saved");
  expect(backend.callsTo(patchClan)[0]?.body).toEqual({ name: "Day Owls", version: 7 });
  await heading("Day Owls");
});

test("A4: the crest is chosen from colours and symbols", async () => {
  const { backend } = await openTab("details");
  const saved = { ...nightOwls, crest: { tint: 5, symbol: "crown" }, version: 8 };
  backend.answers(patchClan, saved).answers(getClan, saved);
  await userEvent.click(screen.getByRole("radio", { name: "Violet" }));
  await userEvent.click(screen.getByRole("radio", { name: "crown" }));
  await click("Save details");
  await screen.findByText("Saved");
  expect(backend.callsTo(patchClan)[0]?.body).toEqual({ crest: { tint: 5, symbol: "crown" }, version: 7 });
});

test("F15: Data has the imports of values and players", async () => {
  await openTab("data");
  const imports = await region("Import");
  expect(imports.getByRole("link", { name: "Import players" }).getAttribute("href")).toBe(
    `/manage-players?clan=${nightOwls.id}&show=import`,
  );
  await userEvent.click(imports.getByRole("button", { name: "Import values" }));
  await screen.findByRole("dialog", { name: "Import values: 1 Paste" });
});

async function openConflict() {
  const { backend } = await openTab("details");
  await retype("Clan name", "Day Owls");
  const current = { ...nightOwls, name: "Barn Owls", version: 9 };
  backend.repliesTo(`PATCH ${patchClan.path}`, () =>
    Response.json({ error: "conflict", message: "x", current, changed_by: "Rolf" }, { status: 409 }),
  );
  await click("Save details");
  await screen.findByText("Changed by Rolf: Barn Owls");
  expect(screen.getByLabelText("Clan name")).toHaveProperty("value", "Day Owls");
  return backend;
}

test("the same details changed elsewhere: mine can be kept", async () => {
  const backend = await openConflict();
  backend.answers(patchClan, { ...nightOwls, name: "Day Owls", version: 10 });
  await click("Keep mine");
  await click("Save details");
  await screen.findByText("Saved");
  expect(backend.callsTo(patchClan).at(-1)?.body).toMatchObject({ name: "Day Owls", version: 9 });
});

test("the same details changed elsewhere: theirs can be taken", async () => {
  const backend = await openConflict();
  await click("Take theirs");
  expect(screen.getByLabelText("Clan name")).toHaveProperty("value", "Barn Owls");
  expect(backend.callsTo(patchClan)).toHaveLength(1);
});

test("a refusal keeps what was typed and says why", async () => {
  const { backend } = await openTab("details");
  backend.refuses(patchClan, 403);
  await retype("Clan name", "Day Owls");
  await click("Save details");
  await screen.findByText(/^You can no longer change this/);
  expect(screen.getByLabelText("Clan name")).toHaveProperty("value", "Day Owls");
});

test("a new reset is planned from a coming day on, with the next resets shown as they will be", async () => {
  const { backend } = await openTab("day");
  const tomorrow = addDays(today(), 1);
  const day = { time_zone: "UTC", reset_time: "09:30", reset_in_utc: true, effective_from: tomorrow };
  const planned = { ...nightOwls, day_rules: [...nightOwls.day_rules, day], version: 8 };
  backend.answers(patchClan, planned).answers(getClan, planned);
  const card = await region("When the day begins");
  expect(card.getByLabelText("From this clan day on")).toHaveProperty("value", formatOwnDate(tomorrow));
  expect(card.getAllByText(/08:00/).length).toBeGreaterThan(0);
  await retype("Daily reset", "09:30");
  expect(card.getAllByText(/, 09:30/).length).toBeGreaterThanOrEqual(2);
  await click("Plan the change");
  await card.findByText(/the day begins at 09:30 UTC/);
  expect(backend.callsTo(patchClan)[0]?.body).toEqual({ day, version: 7 });

  const dropped = { ...nightOwls, version: 9 };
  backend.answers(patchClan, dropped).answers(getClan, dropped);
  await click("Cancel this change");
  await waitFor(() => expect(card.queryByText("Planned:")).toBeNull());
  expect(backend.callsTo(patchClan)[1]?.body).toMatchObject({ day: { reset_time: "08:00", effective_from: tomorrow } });
  expect(card.getByLabelText("Daily reset")).toHaveProperty("value", formatOwnTime("08:00"));
});

test("a new plan is shown without the one it replaces", async () => {
  const planned = { time_zone: "UTC", reset_time: "05:00", reset_in_utc: true, effective_from: addDays(today(), 1) };
  await openTab("day", { ...nightOwls, day_rules: [...nightOwls.day_rules, planned] });
  const card = await region("When the day begins");
  expect(card.getAllByText(/, 05:00/).length).toBeGreaterThanOrEqual(2);
  await retype("From this clan day on", formatOwnDate(addDays(today(), 3)));
  await retype("Daily reset", "09:30");
  expect(card.queryByText(/, 05:00/)).toBeNull();
});

test("a change of the day cannot begin today", async () => {
  const { backend } = await openTab("day");
  await retype("From this clan day on", today());
  await click("Plan the change");
  expect(screen.getByText("Choose a day after today.")).toBeTruthy();
  expect(backend.callsTo(patchClan)).toEqual([]);
});

test("week start, late window and grace have their bounds", async () => {
  const { backend } = await openTab("day");
  backend.answers(patchClan, { ...nightOwls, late_days: 14, version: 8 });
  const card = await region("Week and windows");
  await retype("Late window in days", "15");
  await userEvent.click(card.getByRole("button", { name: "Save" }));
  expect(card.getByText("Enter a number from 0 to 14.")).toBeTruthy();
  await retype("Late window in days", "14");
  await userEvent.selectOptions(card.getByLabelText("The week starts on"), "Wednesday");
  await userEvent.click(card.getByRole("button", { name: "Save" }));
  await card.findByText("Saved");
  expect(backend.callsTo(patchClan)[0]?.body).toEqual({ week_start: 3, late_days: 14, version: 7 });
});

test("a toggle counts at once and is taken back when it cannot be saved", async () => {
  const { backend } = await openTab("permissions");
  const toggles = { ...nightOwls.toggles, members_enter_own: true };
  const tick = () => screen.getByRole("checkbox", { name: /Members enter their own values/ });
  backend.refuses(patchClan, 403);
  await userEvent.click(tick());
  await screen.findByRole("alert");
  expect(tick()).toHaveProperty("checked", false);
  backend.answers(patchClan, { ...nightOwls, toggles, version: 8 }).answers(getClan, { ...nightOwls, toggles });
  await userEvent.click(tick());
  await screen.findByText("Saved");
  expect(tick()).toHaveProperty("checked", true);
  expect(backend.callsTo(patchClan).at(-1)?.body).toEqual({ toggles: { members_enter_own: true }, version: 7 });
});

test("everything of the clan is saved as a file; a refusal says why", async () => {
  const { backend } = await openTab("data");
  const files = catchFiles();
  backend.repliesTo(`GET /api/clans/${nightOwls.id}/export`, () => new Response("a zip"));
  await click("Download everything");
  await screen.findByText("Downloaded");
  expect(await files[0]?.text()).toBe("a zip");
  backend.repliesTo(`GET /api/clans/${nightOwls.id}/export`, () =>
    Response.json({ error: "rate_limited", message: "Please wait an hour." }, { status: 429 }),
  );
  await click("Download everything");
  expect((await screen.findByRole("alert")).textContent).toBe("Please wait an hour.");
});

test("the clan is offered to a member, and the offer can be taken back", async () => {
  const { backend } = await openTab("danger");
  const transfer = { to_member_id: bram.id, to_name: "Bram", created_at: "2026-01-01T00:00:00.000Z" };
  const offered = { ...nightOwls, transfer, version: 8 };
  backend.answers(transferClan, offered);
  await userEvent.selectOptions(await screen.findByLabelText("New owner"), "Bram");
  await click("Transfer the clan");
  const dialog = within(await screen.findByRole("dialog", { name: "Transfer the clan to Bram?" }));
  backend.answers(getClan, offered);
  await userEvent.click(dialog.getByRole("button", { name: "Transfer" }));
  await screen.findByText(/You offered to transfer the clan to/);
  expect(backend.callsTo(transferClan)[0]?.body).toEqual({ member_id: bram.id });
  backend.answers(cancelTransfer, nightOwls).answers(getClan, nightOwls);
  await click("Cancel the transfer");
  await screen.findByLabelText("New owner");
});

test("without another account there is nobody to hand the clan to", async () => {
  const backend = fakeClans(nightOwls).answers(listMembers, {
    members: [{ ...bram, is_me: true }],
    next_cursor: null,
    counts: {},
  });
  openAsKara(`${path}?tab=danger`);
  await screen.findByText(/Nobody else in the clan has an account yet/);
  expect(backend.callsTo(transferClan)).toEqual([]);
});

test("a clan is archived after a second thought and opened again with one click", async () => {
  const { backend } = await openTab("danger");
  const archived = { ...nightOwls, archived_at: "2026-02-01T00:00:00.000Z" };
  backend.answers(archiveClan, archived);
  await click("Archive the clan");
  const dialog = within(await screen.findByRole("dialog", { name: "Archive Night Owls?" }));
  backend.answers(getClan, archived);
  await userEvent.click(dialog.getByRole("button", { name: "Archive" }));
  await region("The clan is archived");
  expect(screen.getByText(/If you reopen it, everything works as before\.$/)).toBeTruthy();
  backend.refuses(unarchiveClan, 409);
  await click("Reopen the clan");
  expect((await screen.findByRole("alert")).textContent).toBe("No");
  backend.answers(unarchiveClan, nightOwls).answers(getClan, nightOwls);
  await click("Reopen the clan");
  await waitFor(() => expect(screen.queryByRole("region", { name: "The clan is archived" })).toBeNull());
});

test("a clan is deleted only by typing its name, and can be restored until the day", async () => {
  const { backend } = await openTab("danger");
  const deletes_at = "2026-03-15T12:00:00.000Z";
  backend.answers(deleteClan, { deletes_at });
  await click("Delete the clan");
  const dialog = within(await screen.findByRole("dialog", { name: "Delete Night Owls?" }));
  await userEvent.type(dialog.getByLabelText(/^Type/), "Owls");
  await userEvent.click(dialog.getByRole("button", { name: "Delete the clan" }));
  expect(dialog.getByText("Type the clan’s name: Night Owls")).toBeTruthy();
  expect(backend.callsTo(deleteClan)).toEqual([]);
  await userEvent.clear(dialog.getByLabelText(/^Type/));
  await userEvent.insert(dialog.getByLabelText(/^Type/), "night owls");
  backend.answers(getClan, { ...nightOwls, deletes_at });
  await userEvent.click(dialog.getByRole("button", { name: "Delete the clan" }));
  const notice = await region("The clan will be deleted");
  expect(notice.getByText("15 Mar 2026")).toBeTruthy();
  backend.answers(restoreClan, nightOwls).answers(getClan, nightOwls);
  await userEvent.click(notice.getByRole("button", { name: "Restore the clan" }));
  await waitFor(() => expect(screen.queryByRole("region", { name: "The clan will be deleted" })).toBeNull());
});

test("an empty log says so on the overview", async () => {
  const { backend } = await openTab("overview");
  expect(await (await region("Latest changes")).findByText("Nothing happened yet.")).toBeTruthy();
  expect(backend.callsTo(listClanAudit)[0]?.query.get("limit")).toBe("5");
});
