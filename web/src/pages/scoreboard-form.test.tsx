import { listActivities } from "@clanhall/contract/activities";
import {
  createScoreboard,
  listClanScoreboards,
  patchScoreboard,
  type Scoreboard,
  shareScoreboard,
} from "@clanhall/contract/scoreboards";
import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "../testing/user-event.ts";
import { expect, test, vi } from "vitest";
import { donations, oldQuest, raid } from "../testing/fake-activities.ts";
import { nightOwls } from "../testing/fake-clans.ts";
import { aelwyn, corvin } from "../testing/fake-roster.ts";
import { formatOwnDate } from "../lib/format.ts";
import { fakeBoards, openBoards, weekRace } from "../testing/fake-standings.ts";

const dialog = async (name: string) => within(await screen.findByRole("dialog", { name }));
const createPath = `POST /api/clans/${nightOwls.id}/scoreboards`;
const patchPath = `PATCH /api/scoreboards/${weekRace.id}`;
const { members, include_former, min_due_days, top_n, ties, order, name_display, columns } = weekRace;
const usual = {
  description: "",
  measure: "points",
  activities: [
    { activity_id: donations.id, weight: 1 },
    { activity_id: raid.id, weight: 1 },
  ],
  period: { kind: "rolling", days: 7 },
  members,
  include_former,
  min_due_days,
  top_n,
  ties,
  order,
  name_display,
  columns,
};

async function openNew(preset = "1", backend = fakeBoards()) {
  const opened = await openBoards({ new: preset });
  const form = await dialog("New scoreboard");
  await form.findByLabelText("Title");
  const create = () => userEvent.click(form.getByRole("button", { name: "Create scoreboard" }));
  return { backend, form, create, ...opened };
}

async function openEdit(board: Scoreboard = weekRace, backend = fakeBoards([board])) {
  const opened = await openBoards({ board: board.id, show: "edit" });
  const form = await dialog(`Edit ${board.title}`);
  await form.findByLabelText("Title");
  const save = () => userEvent.click(form.getByRole("button", { name: "Save scoreboard" }));
  return { backend, form, save, ...opened };
}

type Form = ReturnType<typeof within>;

async function fill(form: Form, label: string, text: string) {
  const field = form.getByLabelText(label);
  await userEvent.clear(field);
  if (text) await userEvent.insert(field, text);
}

test("a title is enough: the board counts every activity over the last week", async () => {
  const { backend, form, create } = await openNew();
  expect(form.getByText("More settings").closest("details")?.open).toBe(false);
  await fill(form, "Title", "Race");
  backend.answers(createScoreboard, { ...weekRace, title: "Race" });
  await create();
  await screen.findByText("Race is ready");
  expect(backend.callsTo(createScoreboard).map(({ body }) => body)).toEqual([{ title: "Race", ...usual }]);
});

const shared: Scoreboard = {
  ...weekRace,
  share: { token: "t".repeat(43), expires_at: null, has_passcode: false, views: 0 },
};

test("a board gets its link in the same form, and the link is copied", async () => {
  const writeText = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
  const { backend, form } = await openNew("week");
  await userEvent.click(form.getByRole("switch", { name: "Public link" }));
  expect(form.getByLabelText("The link ends")).toHaveProperty("value", "never");
  await userEvent.selectOptions(form.getByLabelText("Period"), "The last 30 days");
  expect(form.getByLabelText("The link ends")).toHaveProperty("value", "30");
  await userEvent.selectOptions(form.getByLabelText("Period"), "Weekly");
  await userEvent.insert(form.getByLabelText("Passcode"), "owl");
  await userEvent.click(form.getByRole("button", { name: "Create and copy link" }));
  expect(form.getByText("A passcode has at least 6 characters.")).toBeTruthy();
  expect(backend.callsTo(createScoreboard)).toEqual([]);
  await userEvent.insert(form.getByLabelText("Passcode"), "hoot hoot");
  backend.answers(createScoreboard, weekRace).answers(shareScoreboard, shared);
  await userEvent.click(form.getByRole("button", { name: "Create and copy link" }));
  await screen.findByText("Week race is ready, link copied");
  expect(backend.callsTo(shareScoreboard)[0]?.body).toEqual({
    expires_at: null,
    passcode: expect.stringMatching(/hoot hoot$/),
  });
  expect(writeText).toHaveBeenCalledWith(`${location.origin}/scoreboard/${"t".repeat(43)}`);
});

test("a link that cannot be copied is offered selected", async () => {
  vi.spyOn(navigator.clipboard, "writeText").mockRejectedValue(new Error("no"));
  const { backend, form } = await openNew("week");
  await userEvent.click(form.getByRole("switch", { name: "Public link" }));
  backend.answers(createScoreboard, shared).answers(shareScoreboard, shared);
  backend.answers(listClanScoreboards, { items: [shared] });
  await userEvent.click(form.getByRole("button", { name: "Create and copy link" }));
  const share = await dialog("Share Week race");
  const offered = await share.findByLabelText<HTMLTextAreaElement>("Copy the selected text.");
  expect(document.activeElement).toBe(offered);
});

test("a board is there even if its link is refused, and one without public activities is offered none", async () => {
  const { backend, form } = await openNew("week");
  await userEvent.click(form.getByRole("switch", { name: "Public link" }));
  backend.answers(createScoreboard, weekRace).refuses(shareScoreboard, 409);
  await userEvent.click(form.getByRole("button", { name: "Create and copy link" }));
  await screen.findByText("The link could not be switched on. Try it with Share.");
  expect(backend.callsTo(createScoreboard)).toHaveLength(1);
});

test("a board of activities that are not public is offered no link", async () => {
  const backend = fakeBoards();
  backend.answers(listActivities, { items: [{ ...donations, public: false }] });
  const { form } = await openNew("week", backend);
  expect(form.getByText(/so the board has no link/)).toBeTruthy();
  expect(form.queryByRole("switch")).toBeNull();
});

test("two clicks make one board", async () => {
  const { backend, form } = await openNew();
  await fill(form, "Title", "Race");
  backend.answers(createScoreboard, weekRace);
  await userEvent.dblClick(form.getByRole("button", { name: "Create scoreboard" }));
  await screen.findByText("Week race is ready");
  expect(backend.callsTo(createScoreboard)).toHaveLength(1);
});

test("a preset fills the form, and its settings are in sight", async () => {
  const { backend, form, create } = await openNew("reliable");
  expect(form.getByLabelText("Title")).toHaveProperty("value", "Most reliable, 30 days");
  expect(form.getByLabelText("Measure")).toHaveProperty("value", "consistency");
  expect(form.getByLabelText("Due days to qualify")).toHaveProperty("value", "7");
  expect(form.getByText("More settings").closest("details")?.open).toBe(true);
  expect(form.queryByLabelText("Weight of Troops donated")).toBeNull();
  backend.answers(createScoreboard, weekRace);
  await create();
  await waitFor(() => expect(backend.callsTo(createScoreboard)).toHaveLength(1));
  expect(backend.callsTo(createScoreboard)[0]?.body).toMatchObject({
    measure: "consistency",
    period: { kind: "rolling", days: 30 },
    min_due_days: 7,
    activities: usual.activities,
  });
});

test("everything that can be set is sent as it was set", async () => {
  const { backend, form, create } = await openNew();
  await fill(form, "Title", "Spring race");
  await fill(form, "Description", "Until April");
  await userEvent.selectOptions(form.getByLabelText("Measure"), "Improvement");
  await fill(form, "Weight of Raid attended", "2.5");
  await userEvent.click(form.getByRole("checkbox", { name: "Old quest archived" }));
  await userEvent.click(form.getByRole("checkbox", { name: "Troops donated" }));
  await userEvent.selectOptions(form.getByLabelText("Period"), "From one date to another");
  expect(form.getByLabelText("First day")).toHaveProperty("value", formatOwnDate(nightOwls.today.clan_date));
  await fill(form, "First day", "2026-03-01");
  await fill(form, "Last day", "2026-03-31");
  expect(form.getByText("31 days")).toBeTruthy();
  await userEvent.click(form.getByText("More settings"));
  await userEvent.selectOptions(form.getByLabelText("Who takes part"), "Players you choose");
  await userEvent.click(await form.findByRole("combobox", { name: "Players" }));
  await userEvent.click(form.getByRole("option", { name: /^Corvin/ }));
  await userEvent.click(form.getByRole("option", { name: /^Aelwyn/ }));
  expect(form.getAllByRole("button", { name: /^Remove / })).toHaveLength(2);
  await userEvent.click(form.getByRole("checkbox", { name: /who left during the period/ }));
  await fill(form, "Due days to qualify", "3");
  await fill(form, "How many places", "10");
  await userEvent.selectOptions(form.getByLabelText("Order"), "Lowest first");
  await userEvent.selectOptions(form.getByLabelText("Same score"), "Places 1, 2, 2, 3");
  await userEvent.selectOptions(form.getByLabelText("Names for visitors"), "Initials");
  await userEvent.click(form.getByRole("checkbox", { name: "Trend of the last days" }));
  await userEvent.click(form.getByRole("checkbox", { name: "Each activity" }));
  backend.answers(createScoreboard, weekRace);
  await create();
  await waitFor(() => expect(backend.callsTo(createScoreboard)).toHaveLength(1));
  expect(backend.callsTo(createScoreboard)[0]?.body).toEqual({
    title: "Spring race",
    description: "Until April",
    measure: "improvement",
    activities: [
      { activity_id: raid.id, weight: 2.5 },
      { activity_id: oldQuest.id, weight: 1 },
    ],
    period: { kind: "fixed", from: "2026-03-01", to: "2026-03-31" },
    members: { kind: "chosen", ids: [corvin.id, aelwyn.id] },
    include_former: true,
    min_due_days: 3,
    top_n: 10,
    ties: "dense",
    order: "low",
    name_display: "initials",
    columns: ["change", "days_met", "activities"],
  });
});

test("a description begins with three lines", async () => {
  const { form } = await openNew();
  expect(form.getByLabelText("Description").getAttribute("rows")).toBe("3");
});

test("what is wrong is said at its field in the contract's words, and the first of it gets the focus", async () => {
  const { backend, form, create } = await openNew();
  await create();
  expect(form.getByText("The title needs at least one character.")).toBeTruthy();
  expect(document.activeElement).toBe(form.getByLabelText("Title"));
  await fill(form, "Title", "x".repeat(81));
  await userEvent.click(form.getByLabelText("Description"));
  await userEvent.paste("y".repeat(501));
  await fill(form, "Weight of Troops donated", "101");
  await fill(form, "Weight of Raid attended", "1.255");
  await userEvent.selectOptions(form.getByLabelText("Period"), "From one date to another");
  await fill(form, "First day", "2026-03-31");
  await fill(form, "Last day", "2026-03-01");
  await userEvent.click(form.getByText("More settings"));
  await userEvent.selectOptions(form.getByLabelText("Who takes part"), "Players of some groups");
  await fill(form, "Due days to qualify", "400");
  await fill(form, "How many places", "0");
  for (const message of [
    "The title may have at most 80 characters.",
    "The description may have at most 500 characters.",
    "A weight is between 0 and 100.",
    "A weight can have at most two decimals.",
    "The period ends before it begins.",
    "Enter 366 or less.",
    "Enter 1 or more.",
  ]) {
    expect(form.getByText(message)).toBeTruthy();
  }
  expect(await form.findByText("Choose at least one group.")).toBeTruthy();
  await fill(form, "Weight of Troops donated", "much");
  await fill(form, "First day", "2024-01-01");
  await fill(form, "Due days to qualify", "1.5");
  for (const message of ["Enter a number.", "A period can be at most 366 days long.", "Enter a whole number."]) {
    expect(form.getByText(message)).toBeTruthy();
  }
  await userEvent.click(form.getByRole("button", { name: "Choose none" }));
  expect(form.getByText("Choose at least one activity.")).toBeTruthy();
  await userEvent.selectOptions(form.getByLabelText("Who takes part"), "Players you choose");
  expect(await form.findByText("Choose at least one player.")).toBeTruthy();
  expect(backend.callsTo(createScoreboard)).toEqual([]);
});

test("a board of one activity has a choice of one, and no weight", async () => {
  const { backend, form, create } = await openNew();
  await fill(form, "Title", "Donors");
  await fill(form, "Weight of Troops donated", "much");
  await userEvent.selectOptions(form.getByLabelText("Measure"), "One activity");
  expect(form.queryByRole("checkbox", { name: "Troops donated" })).toBeNull();
  await create();
  expect(form.getByText("Choose at least one activity.")).toBeTruthy();
  await userEvent.selectOptions(form.getByLabelText("Activity"), "Troops donated");
  backend.answers(createScoreboard, weekRace);
  await create();
  await waitFor(() => expect(backend.callsTo(createScoreboard)).toHaveLength(1));
  expect(backend.callsTo(createScoreboard)[0]?.body).toMatchObject({
    measure: "activity",
    activities: [{ activity_id: donations.id, weight: 1 }],
  });
});

test("what the server refuses lands at its field, behind More settings too", async () => {
  const { backend, form, create } = await openNew();
  await fill(form, "Title", "Race");
  const details = [
    { path: "activities.1.weight", message: "Not today." },
    { path: "members.ids.0", message: "This player is not in the clan." },
  ];
  backend.repliesTo(createPath, () =>
    Response.json({ error: "validation_failed", message: "No", details }, { status: 400 }),
  );
  await create();
  await form.findByText("Not today.");
  expect(form.getByLabelText("Weight of Raid attended").getAttribute("aria-invalid")).toBe("true");
  expect(form.getByText("This player is not in the clan.")).toBeTruthy();
  expect(form.getByText("More settings").closest("details")?.open).toBe(true);
  backend.repliesTo(createPath, () => Response.json({ error: "conflict", message: "Too many." }, { status: 409 }));
  await create();
  expect(await form.findByText("Too many.")).toBeTruthy();
  expect(form.queryByText("Not today.")).toBeNull();
});

test("only what was changed is sent, with the version it was read in", async () => {
  const { backend, form, save } = await openEdit();
  await fill(form, "Weight of Raid attended", "3");
  await userEvent.selectOptions(form.getByLabelText("Period"), "Monthly");
  expect(form.getByText(/Restarts every month. The last result is kept/)).toBeTruthy();
  backend.answers(patchScoreboard, weekRace);
  await save();
  await screen.findByText("Scoreboard saved");
  expect(backend.callsTo(patchScoreboard).map(({ body }) => body)).toEqual([
    {
      activities: [
        { activity_id: donations.id, weight: 1 },
        { activity_id: raid.id, weight: 3 },
      ],
      period: { kind: "monthly" },
      version: 4,
    },
  ]);
});

test("a board that was not changed is not sent", async () => {
  const { backend, save } = await openEdit();
  await save();
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(backend.callsTo(patchScoreboard)).toEqual([]);
});

test("other settings changed elsewhere do not stand in the way", async () => {
  const { backend, form, save } = await openEdit();
  await fill(form, "Title", "My race");
  const current = { ...weekRace, description: "Changed", version: 9 };
  let tries = 0;
  backend.repliesTo(patchPath, () => {
    tries += 1;
    return tries === 1
      ? Response.json({ error: "conflict", message: "x", current }, { status: 409 })
      : Response.json({ ...current, title: "My race" });
  });
  await save();
  await screen.findByText("Scoreboard saved");
  expect(backend.callsTo(patchScoreboard).at(-1)?.body).toEqual({ title: "My race", version: 9 });
});

const conflict = (current: Scoreboard) =>
  Response.json({ error: "conflict", message: "x", current, changed_by: "Rolf" }, { status: 409 });

test("the same setting changed elsewhere is put before the person, who loses nothing else by taking theirs", async () => {
  const { backend, form, save } = await openEdit();
  await fill(form, "Title", "My race");
  await fill(form, "Description", "My words");
  const current = { ...weekRace, title: "Their race", top_n: 5, version: 9 };
  backend.repliesTo(patchPath, () => conflict(current));
  await save();
  await form.findByText("Changed by Rolf: Their race");
  expect(document.activeElement).toBe(form.getByLabelText("Title"));
  await userEvent.click(form.getByRole("button", { name: "Take theirs" }));
  expect(form.getByLabelText("Title")).toHaveProperty("value", "Their race");
  expect(form.getByLabelText("Description")).toHaveProperty("value", "My words");
  expect(form.getByLabelText("How many places")).toHaveProperty("value", "5");
  backend.repliesTo(patchPath, () => Response.json(current));
  await save();
  await screen.findByText("Scoreboard saved");
  expect(backend.callsTo(patchScoreboard).at(-1)?.body).toEqual({ description: "My words", version: 9 });
});

test("or keeps their own over it", async () => {
  const { backend, form, save } = await openEdit();
  await fill(form, "Title", "My race");
  const current = { ...weekRace, title: "Their race", version: 9 };
  backend.repliesTo(patchPath, () => conflict(current));
  await save();
  await form.findByText(/Their race/);
  backend.repliesTo(patchPath, () => Response.json(current));
  await userEvent.click(form.getByRole("button", { name: "Keep mine" }));
  await save();
  await screen.findByText("Scoreboard saved");
  expect(backend.callsTo(patchScoreboard).at(-1)?.body).toEqual({ title: "My race", version: 9 });
});

test("settings of several parts are decided as one, behind More settings too", async () => {
  const { backend, form, save } = await openEdit();
  await userEvent.selectOptions(form.getByLabelText("Period"), "The last 30 days");
  await userEvent.click(form.getByText("More settings"));
  await fill(form, "How many places", "3");
  await userEvent.click(form.getByText("More settings"));
  const current: Scoreboard = {
    ...weekRace,
    period: { kind: "monthly", from: null, to: null, days: null },
    top_n: 5,
    version: 9,
  };
  backend.repliesTo(patchPath, () => conflict(current));
  await save();
  const days = within(await form.findByRole("group", { name: "Conflict: Period" }));
  expect(days.getByText("Changed by Rolf: monthly")).toBeTruthy();
  expect(form.getByText("More settings").closest("details")?.open).toBe(true);
  await userEvent.click(days.getByRole("button", { name: "Take theirs" }));
  expect(form.getByLabelText("Period")).toHaveProperty("value", "monthly");
  const count = within(form.getByRole("group", { name: "Conflict: How many places" }));
  await userEvent.click(count.getByRole("button", { name: "Keep mine" }));
  backend.repliesTo(patchPath, () => Response.json(current));
  await save();
  await screen.findByText("Scoreboard saved");
  expect(backend.callsTo(patchScoreboard).at(-1)?.body).toEqual({ top_n: 3, version: 9 });
});

test("a stray Escape throws nothing away; nothing typed is left without a question", async () => {
  const { form } = await openEdit();
  await fill(form, "Title", "My race");
  const leave = () => screen.getByRole("dialog", { name: "Edit Week race" }).dispatchEvent(new Event("cancel"));
  leave();
  const question = await dialog("Discard changes?");
  await userEvent.click(question.getByRole("button", { name: "Cancel" }));
  expect(form.getByLabelText("Title")).toHaveProperty("value", "My race");
  leave();
  await userEvent.click((await dialog("Discard changes?")).getByRole("button", { name: "Discard" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("an activity that was deleted can be taken out", async () => {
  const { backend, form, save } = await openEdit(
    weekRace,
    fakeBoards().answers(listActivities, { items: [donations] }),
  );
  await userEvent.click(form.getByRole("checkbox", { name: /An activity that was deleted/ }));
  backend.answers(patchScoreboard, weekRace);
  await save();
  await screen.findByText("Scoreboard saved");
  expect(backend.callsTo(patchScoreboard)[0]?.body).toEqual({
    activities: [{ activity_id: donations.id, weight: 1 }],
    version: 4,
  });
});

test("a clan without activities is shown the way to its first one", async () => {
  const { form } = await openNew("1", fakeBoards([]).answers(listActivities, { items: [] }));
  expect(form.getByRole("link", { name: "Add the first one" }).getAttribute("href")).toContain("/customize-activities");
});
