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
  undoWarning,
  usualRules,
  type Warning,
} from "@clanhall/contract/attention";
import { addDays } from "@clanhall/contract/rules/clan-day";
import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { fakeClans, nightOwls } from "../testing/fake-clans.ts";
import { aelwyn, openRoster } from "../testing/fake-roster.ts";
import { userEvent } from "../testing/user-event.ts";

const member = { id: aelwyn.id, name: "Aelwyn", tint: 3, role: "member" as const };
const marks = ["met", "partly", "missed", "missing", "missing", "missing", "missing"] as const;

const row: AttentionRow = {
  member,
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
  await openRoster(null, backend, clan, "&view=attention");
  return backend;
}

test("officers see who needs attention, why, and the last days", async () => {
  const backend = await openAttention();
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

test("a warning starts with the clan's text, filled in, and can be undone", async () => {
  const backend = await openAttention();
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
  const backend = await openAttention();
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

test("the owner changes the rules in place; numbers that cannot be are refused", async () => {
  const backend = await openAttention();
  backend.answers(putAttentionRules, attention.settings);
  await userEvent.click(await screen.findByRole("button", { name: "Change rules" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Attention rules" }));
  const percent = dialog.getByLabelText("Below (%)");
  await userEvent.clear(percent);
  await userEvent.type(percent, "500");
  await userEvent.click(dialog.getByRole("button", { name: "Save" }));
  expect(dialog.getByText("Between 1 and 100.")).toBeTruthy();
  await userEvent.clear(percent);
  await userEvent.type(percent, "70");
  await userEvent.click(dialog.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(backend.callsTo(putAttentionRules)[0]?.body).toMatchObject({
    rules: { ...usualRules, rate: { ...usualRules.rate, percent: 70 } },
    removal_after: 2,
    version: 3,
  });
});

test("with nobody on it the list says what it is for; maintainers do not change the rules", async () => {
  await openAttention({ ...attention, items: [] }, { ...nightOwls, role: "maintainer" });
  expect(await screen.findByText("Nobody needs attention")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Change rules" })).toBeNull();
});
