import {
  type Attention,
  type AttentionRow,
  createNote,
  createWarning,
  countAttention,
  getAttention,
  listDecisions,
  putAttentionHidden,
  putAttentionRules,
  undoNote,
  undoWarning,
  usualRules,
  type Warning,
} from "@clanhall/contract/attention";
import { bulkMembers, markMemberRemoved, restoreMember } from "@clanhall/contract/members";
import { addDays } from "@clanhall/contract/rules/clan-day";
import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { fakeClans, nightOwls } from "../testing/fake-clans.ts";
import { aelwyn, corvin, openRoster } from "../testing/fake-roster.ts";
import { userEvent } from "../testing/user-event.ts";

const member = { id: aelwyn.id, name: "Aelwyn", tint: 3, role: "member" as const };
const marks = ["met", "partly", "missed", "missing", "missing", "missing", "missing"] as const;

const row: AttentionRow = {
  member,
  away_since: null,
  reasons: [
    { rule: "rate", found: 24, days: 7 },
    { rule: "silent", found: 4, days: 4 },
  ],
  days: marks.map((mark, index) => ({ day: addDays("2026-02-24", index), mark, due: 5, met: mark === "met" ? 5 : 0 })),
  due: 35,
  met: 5,
  rate: 24,
  rate_before: 61,
  last_warning: null,
  active_warnings: 2,
  suggests_removal: true,
  may_decide: true,
};

const attention: Attention = {
  items: [row],
  hidden: [],
  range: { from: "2026-02-24", to: "2026-03-02" },
  settings: {
    rules: usualRules,
    warning_texts: ["{player}, you met {rate} in {days} days.", "Please talk to us, {player}."],
    removal_after: 2,
    changed_by: "Juno",
    changed_at: "2026-03-01T10:00:00.000Z",
    version: 3,
  },
};

const warning: Warning = {
  id: "33333333-0000-4000-8000-0000000000aa",
  member_id: member.id,
  message: "Aelwyn, you met 24% in 7 days.",
  state: "active",
  ends_on: "2026-03-17",
  given_by: "Kara",
  given_at: "2026-03-03T10:00:00.000Z",
  lifted_by: null,
  lifted_at: null,
  lifted_reason: null,
};

async function openAttention(answer: Attention = attention, clan = nightOwls) {
  const backend = fakeClans(clan).answers(getAttention, answer);
  backend.answers(countAttention, { items: [{ clan_id: clan.id, count: answer.items.length }] });
  const opened = await openRoster(null, backend, clan, "&view=attention");
  return { ...opened, backend };
}

test("one warning is named as one", async () => {
  await openAttention({ ...attention, items: [{ ...row, active_warnings: 1 }] });
  expect(await screen.findByText("1 warning: remove?")).toBeTruthy();
});

test("a rate just below the limit does not read as the limit, and the change has a column of its own", async () => {
  const reasons = [{ rule: "rate" as const, found: 59.6, days: 7 }];
  const low = { ...row, member: { ...member, id: corvin.id }, rate: 59.6, rate_before: null, reasons };
  await openAttention({ ...attention, items: [row, low] });
  expect(await screen.findByText("59% in 7 days")).toBeTruthy();
  const cells = () => screen.getAllByText(/^(?:24|59)%$/).map((rate) => rate.parentElement);
  expect(cells().map((cell) => cell?.textContent)).toEqual(["24%", "59%"]);
  expect(cells().map((cell) => cell?.nextElementSibling?.textContent)).toEqual(["▼down 37", ""]);
});

test("officers see who needs attention, why, and the last days", async () => {
  const { backend } = await openAttention();
  const list = within(await screen.findByRole("list", { name: /^Players who need attention, 24 Feb – 2 Mar/ }));
  expect(list.getByText("24% in 7 days")).toBeTruthy();
  expect(list.getByText("no entry for 4 days")).toBeTruthy();
  expect(list.getByText("2 warnings: remove?")).toBeTruthy();
  expect(list.getByRole("img", { name: /Tue 24 Feb met, Wed 25 Feb partly met/ })).toBeTruthy();
  expect(await screen.findByRole("link", { name: "Players 1 to decide" })).toBeTruthy();
  expect(backend.callsTo(getAttention)).toHaveLength(1);
  backend.answers(listDecisions, { warnings: [warning], notes: [] });
  await userEvent.click(list.getByRole("button", { name: "More about Aelwyn" }));
  expect(await list.findByText(/Kara warned, active until 17 Mar/)).toBeTruthy();
  expect(list.getByText(/5 met of 35 due/)).toBeTruthy();
});

test("who is away today is marked, and the days from then on are said not to count", async () => {
  const { backend } = await openAttention({ ...attention, items: [{ ...row, away_since: "2026-03-01" }] });
  backend.answers(listDecisions, { warnings: [], notes: [] });
  const list = within(await screen.findByRole("list", { name: /^Players who need attention/ }));
  expect(list.getByText("away")).toBeTruthy();
  await userEvent.click(list.getByRole("button", { name: "More about Aelwyn" }));
  expect(await list.findByText("Away since Sun 1 Mar: days from then on do not count.")).toBeTruthy();
});

test("a warning starts with the clan's text, filled in, and can be undone", async () => {
  const { backend } = await openAttention();
  backend.answers(createWarning, warning).answers(undoWarning, {});
  await userEvent.click(await screen.findByRole("button", { name: "Warn Aelwyn" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Warn Aelwyn" }));
  expect(dialog.getByLabelText<HTMLTextAreaElement>("Warning").value).toBe("Aelwyn, you met 24% in 7 days.");
  await userEvent.selectOptions(dialog.getByLabelText("Ends after"), "30");
  await userEvent.click(dialog.getByRole("button", { name: "Warn" }));
  await userEvent.click(await screen.findByRole("button", { name: "Undo" }));
  await waitFor(() => expect(backend.callsTo(undoWarning)).toHaveLength(1));
  const body = { message: "Aelwyn, you met 24% in 7 days.", ends_after: 30, post: false };
  expect(backend.callsTo(createWarning)[0]?.body).toEqual(body);
});

test("notes and hiding are one step from the row", async () => {
  const { backend } = await openAttention();
  backend.answers(listDecisions, { warnings: [], notes: [] }).answers(putAttentionHidden, { until: "2026-03-09" });
  backend.answers(createNote, {
    id: warning.id,
    member_id: member.id,
    note: "Talk first",
    written_by: "Kara",
    written_at: warning.given_at,
  });
  await userEvent.click(await screen.findByRole("button", { name: "More about Aelwyn" }));
  await userEvent.click(await screen.findByRole("button", { name: "Note…" }));
  await userEvent.type(await screen.findByLabelText("Note"), "Talk first");
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(backend.callsTo(createNote)[0]?.body).toEqual({ note: "Talk first" }));
  await userEvent.click(await screen.findByRole("button", { name: "Hide for… Aelwyn" }));
  await userEvent.click(screen.getByRole("menuitem", { name: "14 days" }));
  await waitFor(() => expect(backend.callsTo(putAttentionHidden)[0]?.body).toEqual({ days: 14 }));
});

test("what is typed in a small dialog is not thrown away without a question", async () => {
  const { backend, router } = await openAttention();
  backend.answers(listDecisions, { warnings: [], notes: [] });
  await userEvent.click(await screen.findByRole("button", { name: "More about Aelwyn" }));
  const open = async () => {
    await userEvent.click(await screen.findByRole("button", { name: "Note…" }));
    return screen.findByRole("dialog", { name: "Note about Aelwyn" });
  };
  (await open()).dispatchEvent(new Event("cancel"));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());

  const note = await open();
  const text = within(note).getByLabelText("Note");
  await userEvent.type(text, "Talk first");
  const leaveAndStay = async (leave: () => unknown) => {
    await leave();
    const question = within(await screen.findByRole("dialog", { name: "Discard changes?" }));
    await userEvent.click(question.getByRole("button", { name: "Cancel" }));
    expect(text).toHaveProperty("value", "Talk first");
  };
  await leaveAndStay(() => note.dispatchEvent(new Event("cancel")));
  // Escape in the question answers the question alone.
  await userEvent.click(within(note).getByRole("button", { name: "Cancel" }));
  (await screen.findByRole("dialog", { name: "Discard changes?" })).dispatchEvent(new Event("cancel"));
  await waitFor(() => expect(screen.queryByRole("dialog", { name: "Discard changes?" })).toBeNull());
  await leaveAndStay(() => userEvent.click(within(note).getByRole("button", { name: "Close" })));
  await leaveAndStay(() => void router.navigate({ to: "/dashboard" }));
  expect(router.state.location.pathname).toBe("/manage-players");
  await userEvent.click(within(note).getByRole("button", { name: "Cancel" }));
  await userEvent.click(await screen.findByRole("button", { name: "Discard" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(within(await open()).getByLabelText("Note")).toHaveProperty("value", "");
});

async function openRules() {
  const opened = await openAttention();
  opened.backend.answers(putAttentionRules, attention.settings);
  await userEvent.click(await screen.findByRole("button", { name: "Change rules" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Attention rules" }));
  const retype = async (label: string, text: string) => {
    await userEvent.clear(dialog.getByLabelText(label));
    await userEvent.type(dialog.getByLabelText(label), text);
  };
  const save = () => userEvent.click(dialog.getByRole("button", { name: "Save" }));
  return { ...opened, dialog, retype, save };
}

const { rate } = usualRules;

/** As somebody else has saved them meanwhile. */
const newer = {
  ...attention.settings,
  rules: { ...usualRules, rate: { ...rate, percent: 40 }, silent: { on: false, days: 9 } },
  version: 4,
};

test("what somebody else changed in the rules is kept, and where both changed the same one is asked", async () => {
  const { backend, dialog, retype, save } = await openRules();
  const stale = { error: "conflict", message: "x", current: newer, changed_by: "Juno" };
  const answers = [Response.json(stale, { status: 409 }), Response.json({ ...newer, version: 5 })];
  backend.repliesTo("PUT /api/clans/:clanId/attention/rules", () => answers.shift() ?? Response.error());
  await retype("Below (%)", "70");
  await retype("Missed (days)", "6");
  await save();
  const conflict = within(await dialog.findByRole("group", { name: "Conflict: Below (%)" }));
  expect(conflict.getByText("Changed by Juno: 40")).toBeTruthy();
  expect(dialog.getByLabelText("Without an entry (days)")).toHaveProperty("value", "9");
  await userEvent.click(conflict.getByRole("button", { name: "Keep mine" }));
  await save();
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(backend.callsTo(putAttentionRules).at(-1)?.body).toMatchObject({
    rules: { rate: { ...rate, percent: 70 }, missed: { on: true, days: 6 }, silent: { on: false, days: 9 } },
    version: 4,
  });
});

test("rules that are read again while they are changed come in around what is typed", async () => {
  const { backend, queries, dialog, retype, save } = await openRules();
  await retype("Missed (days)", "6");
  backend.answers(getAttention, { ...attention, settings: newer });
  await queries.invalidateQueries({ queryKey: ["decisions"] });
  await waitFor(() => expect(dialog.getByLabelText("Below (%)")).toHaveProperty("value", "40"));
  expect(dialog.getByLabelText("Missed (days)")).toHaveProperty("value", "6");
  await save();
  await waitFor(() => expect(backend.callsTo(putAttentionRules)).toHaveLength(1));
  expect(backend.callsTo(putAttentionRules)[0]?.body).toMatchObject({
    rules: { ...newer.rules, missed: { on: true, days: 6 } },
    version: 4,
  });
});

test("the owner changes the rules in place; numbers that cannot be are refused where they stand", async () => {
  const { backend, dialog, retype, save } = await openRules();
  await retype("Below (%)", "500");
  await retype("Suggest removal after (active warnings)", "two");
  await save();
  expect(dialog.getByRole("textbox", { name: "Below (%)", description: "Between 1 and 100." })).toBeTruthy();
  const removal = dialog.getByLabelText("Suggest removal after (active warnings)");
  expect(removal.getAttribute("aria-invalid")).toBe("true");
  expect(dialog.getByText("Enter a whole number.")).toBeTruthy();
  expect(dialog.getByText("Empty: never. Nobody is removed automatically.")).toBeTruthy();
  await retype("Below (%)", "70");
  await retype("Suggest removal after (active warnings)", "2");
  const details = [{ path: "rules.missed.days", message: "Too long." }];
  backend.repliesTo("PUT /api/clans/:clanId/attention/rules", () =>
    Response.json({ error: "validation_failed", message: "x", details }, { status: 400 }),
  );
  await save();
  const missed = await dialog.findByText("Too long.");
  expect(dialog.getByLabelText("Missed (days)").getAttribute("aria-describedby")).toContain(missed.id);
  backend.answers(putAttentionRules, attention.settings);
  await save();
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(backend.callsTo(putAttentionRules).at(-1)?.body).toMatchObject({
    rules: { ...usualRules, rate: { ...rate, percent: 70 } },
    removal_after: 2,
    version: 3,
  });
});

test("with nobody on it the list says what it is for; maintainers do not change the rules", async () => {
  await openAttention({ ...attention, items: [] }, { ...nightOwls, role: "maintainer" });
  expect(await screen.findByText("Nobody needs attention")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Change rules" })).toBeNull();
});

/** Opens what is known about Aelwyn. */
async function openMember() {
  const { backend } = await openAttention();
  backend.answers(listDecisions, { warnings: [], notes: [] });
  await userEvent.click(await screen.findByRole("button", { name: "More about Aelwyn" }));
  await screen.findByText("Nothing yet.");
  return backend;
}

const later = (answer: unknown) => async () => {
  await new Promise((resolve) => setTimeout(resolve, 100));
  return Response.json(answer);
};

test("that a player is hidden is said with a way back, though the list has lost them before", async () => {
  const backend = await openMember();
  backend.answers(putAttentionHidden, { until: "2026-03-09" });
  backend.answers(getAttention, { ...attention, items: [], hidden: [{ member, until: "2026-03-09" }] });
  backend.repliesTo(
    `GET /api/clans/${nightOwls.id}/members/${member.id}/decisions`,
    later({ warnings: [], notes: [] }),
  );
  await userEvent.click(await screen.findByRole("button", { name: "Hide for… Aelwyn" }));
  await userEvent.click(screen.getByRole("menuitem", { name: "14 days" }));
  await screen.findByText("1 player hidden");
  await screen.findByText("Aelwyn hidden for 14 days");
  await waitFor(() => expect(document.activeElement?.textContent).toBe("Manage Players"));
  backend.refuses(putAttentionHidden, 409);
  await userEvent.click(screen.getByRole("button", { name: "Undo" }));
  expect((await screen.findByRole("alert")).textContent).toBe("No");
  expect(backend.callsTo(putAttentionHidden).map(({ body }) => body)).toEqual([{ days: 14 }, { days: null }]);
});

test("a removal that is undone says what does not come back; one that cannot be says why", async () => {
  const backend = await openMember();
  backend.answers(markMemberRemoved, { ...aelwyn, status: "removed" }).answers(restoreMember, aelwyn);
  const removeThem = async () => {
    backend.answers(getAttention, { ...attention, items: [] });
    await userEvent.click(await screen.findByRole("button", { name: "Remove…" }));
    await userEvent.click(await screen.findByRole("button", { name: "Mark as removed" }));
    await screen.findByText("Nobody needs attention");
    backend.answers(getAttention, attention);
    await userEvent.click(await screen.findByRole("button", { name: "Undo" }));
  };
  await removeThem();
  await screen.findByText("Aelwyn restored. Invite them again to link an account.");
  await userEvent.click(screen.getByRole("button", { name: "Dismiss" }));
  await userEvent.click(await screen.findByRole("button", { name: "More about Aelwyn" }));
  backend.refuses(restoreMember, 409);
  await removeThem();
  expect((await screen.findByRole("alert")).textContent).toBe("No");
});

test("a warning of too few words is not sent, and says so", async () => {
  const { backend } = await openAttention();
  await userEvent.click(await screen.findByRole("button", { name: "Warn Aelwyn" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Warn Aelwyn" }));
  await userEvent.clear(dialog.getByLabelText("Warning"));
  await userEvent.click(dialog.getByRole("button", { name: "Warn" }));
  expect(await dialog.findByText("Write at least 3 characters.")).toBeTruthy();
  expect(backend.callsTo(createWarning)).toEqual([]);
});

test("a warning that arrives after its dialog was closed can be undone all the same", async () => {
  const { backend } = await openAttention();
  const late = Promise.withResolvers<Response>();
  backend.repliesTo(`POST /api/clans/${nightOwls.id}/members/${member.id}/warnings`, () => late.promise);
  await userEvent.click(await screen.findByRole("button", { name: "Warn Aelwyn" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Warn Aelwyn" }));
  await userEvent.click(dialog.getByRole("button", { name: "Warn" }));
  await waitFor(() => expect(backend.callsTo(createWarning)).toHaveLength(1));
  await userEvent.click(dialog.getByRole("button", { name: "Cancel" }));
  await userEvent.click(screen.getByRole("button", { name: "Change rules" }));
  await screen.findByRole("dialog", { name: "Attention rules" });
  late.resolve(Response.json(warning));
  await screen.findByText("Aelwyn warned");
  expect(screen.getByRole("dialog", { name: "Attention rules" })).toBeTruthy();
  backend.refuses(undoWarning, 409);
  await userEvent.click(screen.getByRole("button", { name: "Undo" }));
  expect((await screen.findByText("No")).closest('[role="alert"]')).toBeTruthy();
});

test("who is in the group already is not promoted to it, and there is nothing to undo", async () => {
  const backend = await openMember();
  backend.answers(bulkMembers, { changed: 0 });
  await userEvent.click(screen.getByRole("button", { name: "Promote…" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Promote Aelwyn" }));
  await userEvent.selectOptions(dialog.getByLabelText("To"), "group");
  await userEvent.type(dialog.getByLabelText("Group"), "Raid");
  await userEvent.click(dialog.getByRole("button", { name: "Promote" }));
  await dialog.findByText("Aelwyn is already in this group.");
  expect(screen.queryByRole("button", { name: "Undo" })).toBeNull();
  backend.answers(bulkMembers, { changed: 1 });
  await userEvent.type(dialog.getByLabelText("Group"), "ers");
  await userEvent.click(dialog.getByRole("button", { name: "Promote" }));
  await screen.findByText("Aelwyn added to Raiders");
  await userEvent.click(screen.getByRole("button", { name: "Undo" }));
  await waitFor(() => expect(backend.callsTo(bulkMembers)).toHaveLength(3));
  expect(backend.callsTo(bulkMembers)[2]?.body).toEqual({
    member_ids: [member.id],
    action: "remove-group",
    group: "Raiders",
  });
});

test("a note that arrives after its dialog was closed leaves the next one alone", async () => {
  const backend = await openMember();
  const late = Promise.withResolvers<Response>();
  backend.repliesTo(`POST /api/clans/${nightOwls.id}/members/${member.id}/notes`, () => late.promise);
  const openNote = async () => {
    await userEvent.click(screen.getByRole("button", { name: "Note…" }));
    return within(await screen.findByRole("dialog", { name: "Note about Aelwyn" }));
  };
  const first = await openNote();
  await userEvent.type(first.getByLabelText("Note"), "Talk first");
  await userEvent.click(first.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(backend.callsTo(createNote)).toHaveLength(1));
  await userEvent.click(first.getByRole("button", { name: "Cancel" }));
  const second = await openNote();
  await userEvent.type(second.getByLabelText("Note"), "And then");
  const about = { member_id: member.id, written_by: "Kara", written_at: warning.given_at };
  late.resolve(Response.json({ ...about, id: warning.id, note: "Talk first" }));
  await screen.findByText("Note saved");
  expect(second.getByLabelText("Note")).toHaveProperty("value", "And then");
  backend.refuses(undoNote, 409);
  await userEvent.click(screen.getByRole("button", { name: "Undo" }));
  expect((await screen.findByText("No")).closest('[role="alert"]')).toBeTruthy();
});
