import {
  type AttentionSettings,
  createWarning,
  getAttentionRules,
  liftWarning,
  listDecisions,
  undoLift,
  usualRules,
  type Warning,
} from "@clanhall/contract/attention";
import { findMemberClan } from "@clanhall/contract/clans";
import type { Clan } from "@clanhall/contract/clans";
import { listEntries } from "@clanhall/contract/entry-history";
import { listActivities } from "@clanhall/contract/activities";
import { getMemberPage, type MemberFigures, type MemberPage } from "@clanhall/contract/member-page";
import { bulkMembers, patchMember, putMyAliases } from "@clanhall/contract/members";
import { type ClanRequest, deleteRequest, listRequests } from "@clanhall/contract/requests";
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { formatDate } from "../lib/format.ts";
import { donations } from "../testing/fake-activities.ts";
import { fakeClans, nightOwls, openAsKara } from "../testing/fake-clans.ts";
import { pageOf, rowOf } from "../testing/fake-history.ts";
import { aelwyn, kara } from "../testing/fake-roster.ts";
import { weekRace } from "../testing/fake-scoreboards.ts";
import { heading } from "../testing/open-app.tsx";
import { userEvent } from "../testing/user-event.ts";

const named = {
  activity_id: donations.id,
  name: "Troops donated",
  icon: "gift",
  color: "ocean",
  unit: "troops",
  value_type: "whole",
} as const;

const week = (from: string, to: string, rank: number | null) => ({
  from,
  to,
  rank,
  players: 50,
  is_frozen: from < "2026-03-02",
});

const figures: MemberFigures = {
  standing: {
    board: {
      id: weekRace.id,
      title: "Week race",
      measure: "points",
      period: { kind: "weekly", days: null, from: "2026-03-02", to: "2026-03-08", label: "" },
      activity: null,
      is_main: true,
    },
    rank: 47,
    below_rank: null,
    previous_rank: 38,
    score: 61.5,
    players: 50,
  },
  week: { from: "2026-03-02", to: "2026-03-03", points: 61.5, clan_mean: 214.8 },
  month: { from: "2026-02-01", to: "2026-03-02", due: 143, met: 30, excused: 14, rate: 23.3 },
  streak: { current: null, best: { days: 6, from: "2026-02-01", to: "2026-02-06" } },
  calendar: {
    from: "2025-09-08",
    to: "2026-03-03",
    days: [
      { day: "2026-03-01", points: 40, due: 4, met: 3, missing: 0, excused: 0 },
      { day: "2026-03-02", points: 0, due: 4, met: 0, missing: 4, excused: 0 },
    ],
  },
  ranks: [week("2026-02-23", "2026-03-01", 38), week("2026-03-02", "2026-03-08", 47)],
  activities: [{ ...named, target: 50, mean: 16, clan_mean: 41, due: 25, met: 3, excused: 1 }],
  records: {
    day: { day: "2026-02-24", points: 64 },
    week: { from: "2026-02-23", to: "2026-03-01", points: 214.2 },
    rank: { from: "2026-02-23", to: "2026-03-01", rank: 38, players: 50, is_frozen: true },
    values: [{ ...named, value: 180, day: "2026-02-19" }],
    awards: [],
  },
};

const warning: Warning = {
  id: "33333333-0000-4000-8000-0000000000aa",
  member_id: aelwyn.id,
  message: "Please catch up.",
  state: "active",
  ends_on: "2026-03-17",
  given_by: "Juno",
  given_at: "2026-03-01T10:00:00.000Z",
  lifted_by: null,
  lifted_at: null,
  lifted_reason: null,
};
const note = {
  id: "33333333-0000-4000-8000-0000000000ab",
  member_id: aelwyn.id,
  note: "Talk first",
  written_by: "Juno",
  written_at: warning.given_at,
};

const settings: AttentionSettings = {
  rules: usualRules,
  removal_after: null,
  warning_texts: ["{player}, please enter your days.", "Please talk to us, {player}."],
  changed_by: null,
  changed_at: null,
  version: 1,
};

const page: MemberPage = {
  member: {
    ...aelwyn,
    away: [{ id: aelwyn.id, from: "2026-02-13", to: "2026-02-15", reason: "New baby" }],
  },
  joined_on: "2026-01-15",
  clan_date: "2026-03-03",
  week_start: 1,
  figures,
  warnings: {
    total: 2,
    latest: {
      active: 1,
      message: warning.message,
      ends_on: warning.ends_on,
      given_by: "Juno",
      given_at: warning.given_at,
    },
  },
  timeline: [
    { at: "2026-02-02T10:00:00.000Z", action: "member.role", kind: "decision", text: "Made a member.", actor: "Juno" },
    {
      at: "2026-01-15T10:00:00.000Z",
      action: "member.add",
      kind: "change",
      text: "Added to the roster.",
      actor: "Juno",
    },
  ],
};

async function openPlayer(answer: MemberPage = page, clan: Clan = nightOwls) {
  const backend = fakeClans(clan)
    .answers(findMemberClan, { clan_id: clan.id })
    .answers(getMemberPage, answer)
    .answers(listActivities, { items: [donations] })
    .answers(listDecisions, { warnings: [warning], notes: [note] })
    .answers(listRequests, { items: [], next_cursor: null, open: { value: 0, away: 0 } });
  const opened = openAsKara(`/player/${answer.member.id}`);
  await heading(answer.member.name);
  await screen.findByText(/^Joined /);
  return { backend, ...opened };
}

const card = (name: string) => within(screen.getByRole("region", { name }));
const texts = (elements: HTMLElement[]) => elements.map(({ textContent }) => textContent);

test("an officer sees where a player stands, what they did and what happened to them", async () => {
  await openPlayer();
  expect(screen.getByText(`Joined ${formatDate("2026-01-15")} · invited · also known as Ael and Wyn`)).toBeTruthy();
  const tabs = within(await screen.findByRole("navigation", { name: "Clan" }));
  expect(texts(tabs.getAllByRole("link", { current: "page" }))).toEqual(["Players"]);
  const rank = screen.getByRole("link", { name: "Week race: 47 of 50" });
  expect(rank.getAttribute("href")).toBe(
    `/scoreboards?clan=${nightOwls.id}&board=${weekRace.id}&show=standings&row=${aelwyn.id}`,
  );
  expect(screen.getByText("clan mean 214.8")).toBeTruthy();
  expect(screen.getByRole("button", { name: /^Met, 30 days: 23\.3%/ })).toBeTruthy();
  expect(screen.getByText("30 of 129, 14 excused")).toBeTruthy();
  expect(screen.getByText(`best 6, ended ${formatDate("2026-02-06")}`)).toBeTruthy();
  expect(card("Activities, last 30 days").getByRole("listitem").textContent).toContain("16 of 50 a day, clan mean 41");
  expect(texts(card("Records").getAllByRole("definition"))).toEqual([
    "64 points",
    "214.2 points",
    "38th of 50",
    "6 days",
    "180 troops",
  ]);
  expect(card("Notes").getByText("Ask about June")).toBeTruthy();
  expect(card("Away").getByText("· New baby")).toBeTruthy();
  const warnings = screen.getByRole("link", { name: "Warnings: 1 active" });
  expect(warnings.getAttribute("href")).toBe(`/player/${aelwyn.id}#warnings`);
  expect(screen.getByText("2 in all")).toBeTruthy();
  const given = within(await screen.findByRole("region", { name: "Warnings" }));
  expect(await given.findByText("active until 17 Mar")).toBeTruthy();
  expect(card("Officers’ notes").getByText("Talk first")).toBeTruthy();
  await userEvent.click(await screen.findByRole("button", { name: "More for Aelwyn" }));
  expect(texts(screen.getAllByRole("menuitem"))).toEqual([
    "Promote",
    "Away",
    "Edit",
    "Invite",
    "Merge with another row",
    "Inactivate",
    "Mark as removed",
  ]);
  await userEvent.keyboard("{Escape}");

  await userEvent.click(screen.getByRole("button", { name: "Decisions" }));
  expect(texts(card("Timeline").getAllByRole("listitem"))).toEqual([expect.stringContaining("Made a member.")]);
});

test("the highest place leads to its standings only where the board keeps them", async () => {
  const best = { from: "2026-02-23", to: "2026-03-01", rank: 38, players: 50 };
  const open = async (is_frozen: boolean, from = best.from) => {
    const rank = { ...best, from, is_frozen };
    const opened = await openPlayer({ ...page, figures: { ...figures, records: { ...figures.records, rank } } });
    const ways = [card("Place"), card("Records")].map((where) => where.queryByRole("link", { name: /^38th/ }));
    expect(screen.getAllByText(/38th/).length).toBeGreaterThan(0);
    const addresses = ways.map((link) => link?.getAttribute("href") ?? null);
    opened.unmount();
    return addresses;
  };
  const standings = `/scoreboards?clan=${nightOwls.id}&board=${weekRace.id}&show=standings`;
  expect(await open(true)).toEqual([`${standings}&period=2026-02-23`, `${standings}&period=2026-02-23`]);
  expect(await open(false)).toEqual([null, null]);
  expect(await open(false, "2026-03-02")).toEqual([standings, standings]);
});

test("who is below the ranks that the board shows is not said to be unranked", async () => {
  const { standing } = figures;
  const ranks = [week("2026-03-02", "2026-03-08", null)];
  const below = { ...figures, standing: standing && { ...standing, rank: null, below_rank: 10, score: null }, ranks };
  await openPlayer({ ...page, figures: below });
  expect(screen.getByText("below the top 10")).toBeTruthy();
  expect(card("Place").getByText("This player is below the top 10.")).toBeTruthy();
  expect(screen.queryByText("not ranked yet")).toBeNull();
});

test("a missed day opens its values, the missing ones too", async () => {
  const { backend } = await openPlayer();
  const missing = rowOf({ state: "missing", day: "2026-03-02", value: null, points: 0, outcome: null });
  backend.answers(listEntries, pageOf([missing]));
  await userEvent.click(screen.getByRole("button", { name: "Mon 2 Mar: 0 points, 0 of 4 met, 4 missing" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Mon 2 Mar" }));
  expect(await dialog.findByRole("button", { name: /Troops donated ?missing ?0 points/ })).toBeTruthy();
  const [asked] = backend.callsTo(listEntries);
  expect(Object.fromEntries(asked?.query ?? [])).toMatchObject({
    from: "2026-03-02",
    to: "2026-03-02",
    member_id: aelwyn.id,
    states: "value,excused,missing",
  });
});

test("the tab key reaches the calendar at the last day with something due", async () => {
  await openPlayer();
  const reached = () =>
    within(screen.getByRole("group", { name: "Days" }))
      .getAllByRole("button")
      .filter(({ tabIndex }) => tabIndex === 0)
      .map((button) => button.getAttribute("aria-label"));
  expect(reached()).toEqual([expect.stringMatching(/^Mon 2 Mar/)]);
  screen.getByRole("button", { name: /^Mon 2 Mar/ }).focus();
  await userEvent.keyboard("{ArrowUp}");
  expect(reached()).toEqual([expect.stringMatching(/^Sun 1 Mar/)]);
});

test("the arrow keys go from day to day", async () => {
  await openPlayer();
  screen.getByRole("button", { name: /^Mon 2 Mar/ }).focus();
  await userEvent.keyboard("{ArrowUp}");
  expect(document.activeElement?.getAttribute("aria-label")).toMatch(/^Sun 1 Mar/);
});

test("a member sees of others what the clan lets them see, and has nothing to do there", async () => {
  const member: Clan = { ...nightOwls, role: "member" };
  const seen = {
    ...page,
    figures: null,
    timeline: null,
    warnings: null,
    member: { ...page.member, officer_note: null },
  };
  await openPlayer(seen, member);
  expect(screen.getByText("Your clan shows players their own values only.")).toBeTruthy();
  expect(screen.queryByRole("region", { name: "Calendar" })).toBeNull();
  expect(screen.queryByRole("region", { name: "Timeline" })).toBeNull();
  expect(screen.queryByRole("button", { name: /^More for/ })).toBeNull();
  expect(screen.queryByRole("link", { name: /^Warnings/ })).toBeNull();
  expect(screen.getByText(`Joined ${formatDate("2026-01-15")} · also known as Ael and Wyn`)).toBeTruthy();
});

test("an unknown player reads like not found, with the players of one's clans", async () => {
  fakeClans(nightOwls).refuses(findMemberClan, 404);
  openAsKara(`/player/${aelwyn.id}`);
  expect(await screen.findByText("Not found. None of your clans has this player.")).toBeTruthy();
  const clan = within(screen.getByRole("list", { name: "Your clans" })).getByRole("link");
  expect(clan.getAttribute("href")).toBe(`/manage-players?clan=${nightOwls.id}`);
});

test("the roster's address of one player leads to the page, and a merged row to the one it became", async () => {
  const merged = { ...page, member: { ...page.member, merged_into_id: kara.id } };
  fakeClans(nightOwls).answers(findMemberClan, { clan_id: nightOwls.id }).answers(getMemberPage, merged);
  const { router } = openAsKara(`/manage-players?clan=${nightOwls.id}&player=${aelwyn.id}`);
  await waitFor(() => expect(router.state.location.pathname).toBe(`/player/${kara.id}`));
});

test("an officer promotes from the page into a group, and may take it back", async () => {
  const { backend } = await openPlayer();
  backend.answers(bulkMembers, { changed: 1 });
  await userEvent.click(await screen.findByRole("button", { name: "More for Aelwyn" }));
  await userEvent.click(screen.getByRole("menuitem", { name: "Promote" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Promote Aelwyn" }));
  await userEvent.selectOptions(dialog.getByLabelText("To"), "group");
  await userEvent.type(dialog.getByLabelText("Group"), "Elite");
  await userEvent.click(dialog.getByRole("button", { name: "Promote" }));
  await userEvent.click(await screen.findByRole("button", { name: "Undo" }));
  await waitFor(() => expect(backend.callsTo(bulkMembers)).toHaveLength(2));
  expect(backend.callsTo(bulkMembers).map(({ body }) => body)).toEqual([
    { member_ids: [aelwyn.id], action: "add-group", group: "Elite" },
    { member_ids: [aelwyn.id], action: "remove-group", group: "Elite" },
  ]);
});

test("a promotion takes no role away: maintainers come into a group alone", async () => {
  await openPlayer({ ...page, member: { ...page.member, role: "maintainer" } });
  await userEvent.click(await screen.findByRole("button", { name: "More for Aelwyn" }));
  await userEvent.click(screen.getByRole("menuitem", { name: "Promote" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Promote Aelwyn" }));
  expect(dialog.queryByLabelText("To")).toBeNull();
  expect(dialog.getByLabelText("Group")).toBeTruthy();
});

const absence: ClanRequest = {
  id: "33333333-0000-4000-8000-0000000000b1",
  member: { id: aelwyn.id, name: aelwyn.name, tint: 3 },
  state: "accepted",
  created_at: "2026-03-01T10:00:00.000Z",
  decided_at: "2026-03-01T10:00:00.000Z",
  decided_by: null,
  answer: null,
  is_mine: true,
  may_accept: false,
  may_decline: false,
  may_undo: false,
  may_withdraw: true,
  kind: "away",
  reason: "Trip",
  from: "2026-03-01",
  to: "2026-03-06",
};

test("members withdraw what they asked for, and end an absence that counts at once", async () => {
  const own = { ...page, member: { ...page.member, is_me: true } };
  const later = { ...absence, id: "33333333-0000-4000-8000-0000000000b2", from: "2026-03-20", to: "2026-03-21" };
  const asked: ClanRequest = { ...later, id: "33333333-0000-4000-8000-0000000000b3", state: "open", decided_at: null };
  const old = Array.from({ length: 9 }, (_, index) => ({
    ...absence,
    id: `33333333-0000-4000-8000-0000000001${10 + index}`,
    may_withdraw: false,
  }));
  const { backend } = await openPlayer(own, { ...nightOwls, role: "member", member_id: own.member.id });
  backend.repliesTo("GET /api/clans/:clanId/requests", () => {
    const isOpen = backend.received.at(-1)?.query.get("state") === "open";
    const items = isOpen ? [asked] : [...old, later, absence];
    return Response.json({ items, next_cursor: null, open: { value: 0, away: 1 } });
  });
  cleanup();
  openAsKara(`/player/${aelwyn.id}`);
  // Others are cut off, not those that can be taken back.
  const requests = within(await screen.findByRole("region", { name: "Requests" }));
  expect(requests.getAllByRole("listitem")).toHaveLength(10);
  backend.answers(deleteRequest, { ...asked, state: "withdrawn", may_withdraw: false });
  await userEvent.click(requests.getByRole("button", { name: /^Withdraw 20 – 21 Mar/ }));
  expect(await screen.findByText("Request withdrawn")).toBeTruthy();
  backend.answers(deleteRequest, { ...later, state: "withdrawn", may_withdraw: false });
  await userEvent.click(requests.getByRole("button", { name: /^Remove 20 – 21 Mar/ }));
  backend.answers(deleteRequest, { ...absence, to: "2026-03-02", may_withdraw: false });
  await userEvent.click(requests.getByRole("button", { name: /^I am back 1 – 6 Mar/ }));
  await waitFor(() => expect(backend.callsTo(deleteRequest)).toHaveLength(3));
  expect(backend.callsTo(deleteRequest).map(({ call }) => call.split("/").at(-1))).toEqual([
    asked.id,
    later.id,
    absence.id,
  ]);
});

test("an address leads straight to saying that one is away", async () => {
  const own = { ...page, member: { ...page.member, is_me: true } };
  await openPlayer(own, { ...nightOwls, role: "member", member_id: own.member.id });
  cleanup();
  const { router } = openAsKara(`/player/${aelwyn.id}?show=away`);
  const dialog = within(await screen.findByRole("dialog", { name: "I am away" }));
  await userEvent.click(dialog.getByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(router.state.location.search).toEqual({}));
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("members edit the aliases of their own player", async () => {
  const own = { ...page, member: { ...page.member, is_me: true, aliases: [] } };
  const { backend } = await openPlayer(own, { ...nightOwls, role: "member", member_id: own.member.id });
  backend.answers(putMyAliases, own.member);
  await userEvent.click(await screen.findByRole("button", { name: "Edit my aliases" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Edit my aliases" }));
  await userEvent.type(dialog.getByRole("combobox", { name: /Aliases/ }), "Ael{Enter}");
  await userEvent.click(dialog.getByRole("button", { name: "Cancel" }));
  const question = within(await screen.findByRole("dialog", { name: "Discard changes?" }));
  await userEvent.click(question.getByRole("button", { name: "Cancel" }));
  await userEvent.click(dialog.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(backend.callsTo(putMyAliases)).toHaveLength(1));
  expect(backend.callsTo(putMyAliases)[0]?.body).toEqual({ aliases: ["Ael"], version: own.member.version });
});

test("members save their aliases over what an officer changed of their player meanwhile", async () => {
  const own = { ...page, member: { ...page.member, is_me: true, aliases: [] } };
  const { backend } = await openPlayer(own, { ...nightOwls, role: "member", member_id: own.member.id });
  const current = { ...own.member, groups: ["Elite"], version: own.member.version + 1 };
  const message = "Someone else changed Aelwyn";
  backend.repliesTo("PUT /api/clans/:clanId/members/:memberId/aliases", () =>
    backend.callsTo(putMyAliases).length === 1
      ? Response.json({ error: "conflict", message, current }, { status: 409 })
      : Response.json({ ...current, aliases: ["Ael"], version: current.version + 1 }),
  );
  await userEvent.click(await screen.findByRole("button", { name: "Edit my aliases" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Edit my aliases" }));
  await userEvent.type(dialog.getByRole("combobox", { name: /Aliases/ }), "Ael{Enter}");
  await userEvent.click(dialog.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Aliases saved")).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(backend.callsTo(putMyAliases).map(({ body }) => body)).toEqual([
    { aliases: ["Ael"], version: own.member.version },
    { aliases: ["Ael"], version: current.version },
  ]);
});

test("a warning can be written before the clan’s texts are there, and without them", async () => {
  const { backend } = await openPlayer();
  const rules = Promise.withResolvers<Response>();
  backend.repliesTo("GET /api/clans/:clanId/attention/rules", () => rules.promise);
  await userEvent.click(await screen.findByRole("button", { name: "Warn…" }));
  const late = within(await screen.findByRole("dialog", { name: "Warn Aelwyn" }));
  await userEvent.type(late.getByLabelText(/^Warning/), "Mine");
  rules.resolve(Response.json(settings));
  expect(await late.findByLabelText("Start with")).toBeTruthy();
  expect(late.getByLabelText<HTMLTextAreaElement>(/^Warning/).value).toBe("Mine");
  cleanup();

  const { backend: other } = await openPlayer();
  other.refuses(getAttentionRules, 500).answers(createWarning, warning);
  const given = within(await screen.findByRole("region", { name: "Warnings" }));
  await userEvent.click(given.getByRole("button", { name: "Warn Aelwyn" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Warn Aelwyn" }));
  await userEvent.type(dialog.getByLabelText(/^Warning/), "Please catch up");
  await userEvent.click(dialog.getByRole("button", { name: "Warn" }));
  expect(await screen.findByText("Aelwyn warned")).toBeTruthy();
});

test("an untouched warning begins with the clan’s first text, and is left without a question", async () => {
  const { backend } = await openPlayer();
  backend.answers(getAttentionRules, settings);
  await userEvent.click(await screen.findByRole("button", { name: "Warn…" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Warn Aelwyn" }));
  const message = dialog.getByLabelText<HTMLTextAreaElement>(/^Warning/);
  await waitFor(() => expect(message.value).toBe("Aelwyn, please enter your days."));
  await userEvent.click(dialog.getByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("time away is added from the menu or the card beside it, and taken back", async () => {
  const { backend } = await openPlayer();
  backend.answers(patchMember, { ...page.member, version: 9 });
  await userEvent.click(await screen.findByRole("button", { name: "Add time away" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Aelwyn is away" }));
  await userEvent.type(dialog.getByLabelText(/^Reason/), "Exams");
  await userEvent.click(dialog.getByRole("button", { name: "Save" }));
  await userEvent.click(await screen.findByRole("button", { name: "Undo" }));
  await waitFor(() => expect(backend.callsTo(patchMember)).toHaveLength(2));
  const before = [{ from: "2026-02-13", to: "2026-02-15", reason: "New baby" }];
  const [saved, undone] = backend.callsTo(patchMember).map(({ body }) => body);
  expect(saved).toMatchObject({ away: [...before, { reason: "Exams" }], version: page.member.version });
  expect(undone).toEqual({ away: before, version: 9 });
});

test("a warning is lifted with a reason, and made active again at once", async () => {
  const { backend } = await openPlayer();
  backend.answers(liftWarning, { ...warning, state: "lifted" }).answers(undoLift, warning);
  await userEvent.click(await screen.findByRole("button", { name: "Lift…" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Lift Aelwyn’s warning" }));
  await userEvent.type(dialog.getByLabelText("Reason"), "Caught up");
  await userEvent.click(dialog.getByRole("button", { name: "Lift" }));
  await userEvent.click(await screen.findByRole("button", { name: "Undo" }));
  await waitFor(() => expect(backend.callsTo(undoLift)).toHaveLength(1));
});

test("members read an active warning on their own page first", async () => {
  const own = { ...page, member: { ...page.member, is_me: true } };
  await openPlayer(own, { ...nightOwls, role: "member", member_id: own.member.id });
  expect(screen.getByText(/Juno warned you on 1 Mar/).parentElement?.textContent).toContain(
    "“Please catch up.” It is active until 17 Mar.",
  );
  expect(screen.queryByRole("button", { name: "Lift…" })).toBeNull();
});
