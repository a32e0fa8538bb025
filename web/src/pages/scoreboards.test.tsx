import { listActivities } from "@clanhall/contract/activities";
import { listMyClans, putMainBoard } from "@clanhall/contract/clans";
import {
  archiveScoreboard,
  deleteScoreboard,
  duplicateScoreboard,
  endScoreboard,
  listClanScoreboards,
  previewScoreboard,
  reopenScoreboard,
  restoreScoreboard,
} from "@clanhall/contract/scoreboards";
import { getStandingsCsv, getStandingsPng } from "@clanhall/contract/standings";
import { postScoreboard } from "@clanhall/contract/webhooks";
import { screen, waitFor, within } from "@testing-library/react";
import { formatDate } from "../lib/format.ts";
import { userEvent } from "../testing/user-event.ts";
import { expect, test } from "vitest";
import { catchFiles } from "../testing/catch-files.ts";
import { ironwood, nightOwls, toCard } from "../testing/fake-clans.ts";
import {
  chooseFor,
  fakeBoards,
  inDays,
  linkOf,
  oldBoard,
  openBoards,
  weekRace,
  winterCup,
} from "../testing/fake-scoreboards.ts";

const click = (name: string | RegExp) => userEvent.click(screen.getByRole("button", { name }));
const dialog = async (name: string) => within(await screen.findByRole("dialog", { name }));
const row = async (name: RegExp) => within(await screen.findByRole("row", { name }));
const titles = () => screen.queryAllByRole("rowheader").map((cell) => cell.querySelector("a")?.textContent);
const pathOf = (board: typeof weekRace, rest = "") => `/api/scoreboards/${board.id}${rest}`;

async function menuOf(board: string) {
  await userEvent.click(await screen.findByRole("button", { name: `Actions for ${board}` }));
  const entries = screen.getAllByRole("menuitem").map(({ textContent }) => textContent);
  await userEvent.keyboard("{Escape}");
  return entries;
}

test("boards are listed as the server sorts them, with what they measure and who sees them", async () => {
  const short = { ...weekRace, id: oldBoard.id, title: "Sprint", share: linkOf({ expires_at: inDays(-3) }) };
  fakeBoards([{ ...weekRace, share: linkOf(), scores_moved_at: inDays(-1) }, winterCup, short]);
  await openBoards();
  const first = await row(/Week race/);
  const edited = formatDate(weekRace.updated_at);
  for (const text of ["Points", "Last 7 days", "Active", "1,204", "yesterday", edited, "Everything counts."]) {
    expect(first.getByText(text)).toBeTruthy();
  }
  expect(first.getByText(/^On until \d+ \w+ \d{4}$/)).toBeTruthy();
  const second = await row(/Winter cup/);
  for (const text of ["Consistency", "1 – 31 Jan 2026", "Ended", "On, no end", "Passcode", "7"]) {
    expect(second.getByText(text)).toBeTruthy();
  }
  expect((await row(/Sprint/)).getByText(/^Expired on \d+ \w+ \d{4}$/)).toBeTruthy();
  expect(titles()).toEqual(["Week race", "Winter cup", "Sprint"]);
});

test("the state stands in the address, and nothing that matches says so", async () => {
  fakeBoards([weekRace, winterCup]);
  const { router } = await openBoards();
  const tabs = within(await screen.findByRole("navigation", { name: "Scoreboards by state" }));
  expect(tabs.getAllByRole("link").map(({ textContent }) => textContent)).toEqual(["All 2", "Active 1", "Ended 1"]);
  await userEvent.click(tabs.getByRole("link", { name: "Ended 1" }));
  await waitFor(() => expect(titles()).toEqual(["Winter cup"]));
  expect(router.state.location.search).toEqual({ clan: nightOwls.id, state: "ended" });
  await router.navigate({ to: "/scoreboards", search: { clan: nightOwls.id, state: "archived" } });
  await screen.findByRole("heading", { name: "Nothing matches" });
  await click("Clear filters");
  await waitFor(() => expect(titles()).toEqual(["Week race", "Winter cup"]));
  expect(screen.queryByRole("searchbox")).toBeNull();
});

test("many boards can be searched", async () => {
  const many = Array.from({ length: 9 }, (_, index) => ({
    ...weekRace,
    id: `33333333-0000-4000-8000-00000000010${index}`,
    title: `Race ${index}`,
  }));
  fakeBoards([...many, { ...weekRace, id: oldBoard.id, title: "Été" }]);
  const { router } = await openBoards();
  const search = await screen.findByRole("searchbox", { name: "Search scoreboards" });
  await userEvent.type(search, "race 7");
  await waitFor(() => expect(titles()).toEqual(["Race 7"]));
  expect(router.state.location.search).toMatchObject({ q: "race 7" });
  await userEvent.clear(search);
  await userEvent.type(search, "ete");
  await waitFor(() => expect(titles()).toEqual(["Été"]));
});

test("every state has its own actions", async () => {
  fakeBoards([weekRace, winterCup, oldBoard]);
  await openBoards();
  const [files, last] = [["Export CSV", "Export PNG"], "Delete"];
  const posted = ["Share…", "Post to Discord", ...files];
  const open = ["Standings", "Preview as visitor"];
  const active = ["Edit", "Make main board", "Duplicate", "End now", "Archive"];
  expect(await menuOf("Week race")).toEqual([...open, ...active, ...posted, last]);
  expect(await menuOf("Winter cup")).toEqual([...open, "Duplicate", "Reopen", "Archive", ...posted, last]);
  expect(await menuOf("Old board")).toEqual(["Standings", "Duplicate", "Reopen", ...files, last]);
});

test("M6: a board without a public activity says that its link is paused, and is neither posted nor drawn", async () => {
  fakeBoards([{ ...weekRace, share: linkOf(), public_activities: 0, hidden_activities: 1 }]);
  await openBoards();
  await screen.findByText("Paused: no public activity");
  await userEvent.click(screen.getByRole("button", { name: "Actions for Week race" }));
  const names = screen.getAllByRole("menuitem").map(({ textContent }) => textContent);
  expect(names).toContain("Share…");
  expect(names).toContain("Export CSV");
  expect(names).not.toContain("Post to Discord");
  expect(names).not.toContain("Export PNG");
});

test("an archived board is put aside at once and comes back by Undo", async () => {
  const backend = fakeBoards([weekRace]).answers(archiveScoreboard, { ...oldBoard, ...archivedOf(weekRace) });
  await openBoards();
  await row(/Week race/);
  backend.answers(listClanScoreboards, { items: [archivedOf(weekRace)] });
  await chooseFor("Week race", "Archive");
  await screen.findByText("Week race archived");
  expect((await row(/Week race/)).getByText("Archived")).toBeTruthy();
  backend.answers(reopenScoreboard, weekRace).answers(listClanScoreboards, { items: [weekRace] });
  await click("Undo");
  await screen.findByText("Week race reopened");
  expect((await row(/Week race/)).getByText("Active")).toBeTruthy();
  expect(backend.callsTo(reopenScoreboard).map(({ call }) => call)).toEqual([`POST ${pathOf(weekRace, "/reopen")}`]);
});

test("why an Undo did not work is said once, in a message", async () => {
  const backend = fakeBoards([weekRace]).answers(archiveScoreboard, { ...oldBoard, ...archivedOf(weekRace) });
  await openBoards();
  await row(/Week race/);
  await chooseFor("Week race", "Archive");
  await screen.findByText("Week race archived");
  backend.refuses(reopenScoreboard, 409);
  await click("Undo");
  expect((await screen.findByRole("alert")).textContent).toBe("No");
});

test("a board that is deleted while another is on its way: both say so, one after the other", async () => {
  const sprint = { ...weekRace, id: winterCup.id, title: "Sprint" };
  const backend = fakeBoards([weekRace, sprint]);
  const first = Promise.withResolvers<void>();
  backend.repliesTo(`DELETE ${pathOf(weekRace)}`, () => first.promise.then(() => Response.json({})));
  backend.repliesTo(`DELETE ${pathOf(sprint)}`, () => Response.json({}));
  await openBoards();
  await row(/Week race/);
  await chooseFor("Week race", "Delete");
  await chooseFor("Sprint", "Delete");
  backend.answers(restoreScoreboard, weekRace);
  first.resolve();
  const message = await screen.findByText("Week race is in the bin");
  await userEvent.click(within(message).getByRole("button", { name: "Undo" }));
  await screen.findByText("Sprint is in the bin");
  await waitFor(() => expect(backend.callsTo(restoreScoreboard)[0]?.call).toBe(`POST ${pathOf(weekRace, "/restore")}`));
});

test("a deleted board goes to the bin and can be had back, at once or from there", async () => {
  const backend = fakeBoards([weekRace, winterCup]).answers(deleteScoreboard, {}).answers(restoreScoreboard, weekRace);
  const binned = { ...weekRace, deleted_at: inDays(-1.5) };
  await openBoards();
  await row(/Week race/);
  backend.answers(listClanScoreboards, { items: [winterCup, binned] });
  await chooseFor("Week race", "Delete");
  await screen.findByText("Week race is in the bin");
  expect(titles()).toEqual(["Winter cup"]);
  await click("Undo");
  await screen.findByText("Week race restored");
  expect(backend.callsTo(restoreScoreboard)).toHaveLength(1);
  await click("Bin");
  const bin = await dialog("Bin");
  await bin.findByText("Points · Last 7 days · 29 days left");
  expect(backend.callsTo(listClanScoreboards).at(-1)?.query.get("deleted")).toBe("true");
  await userEvent.click(bin.getByRole("button", { name: "Restore Week race" }));
  await waitFor(() => expect(backend.callsTo(restoreScoreboard)).toHaveLength(2));
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("a board ends only after a question that says what is frozen", async () => {
  const ended = { ...weekRace, state: "ended" as const, is_active: false, ended_at: inDays(0) };
  const backend = fakeBoards([weekRace]).answers(endScoreboard, ended);
  await openBoards();
  await chooseFor("Week race", "End now");
  const question = await dialog("End Week race?");
  expect(question.getByText(/The result is frozen as it is now/)).toBeTruthy();
  expect(backend.callsTo(endScoreboard)).toEqual([]);
  backend.answers(listClanScoreboards, { items: [ended] });
  await userEvent.click(question.getByRole("button", { name: "End now" }));
  await screen.findByText("Week race has ended");
  expect((await row(/Week race/)).getByText("Ended")).toBeTruthy();
});

test("a frozen result is not let go without a question", async () => {
  const backend = fakeBoards([winterCup]).answers(reopenScoreboard, { ...winterCup, state: "active" });
  await openBoards();
  await chooseFor("Winter cup", "Archive");
  const first = await dialog("Archive Winter cup?");
  await userEvent.click(first.getByRole("button", { name: "Cancel" }));
  await chooseFor("Winter cup", "Reopen");
  const second = await dialog("Reopen Winter cup?");
  expect(second.getByText(/Its frozen result is discarded/)).toBeTruthy();
  await userEvent.click(second.getByRole("button", { name: "Reopen" }));
  await screen.findByText("Winter cup reopened");
  expect(backend.callsTo(archiveScoreboard)).toEqual([]);
});

test("a board becomes the main board, which is not offered again", async () => {
  const backend = fakeBoards([weekRace]).answers(putMainBoard, { main_board_id: weekRace.id });
  await openBoards();
  backend.answers(listMyClans, [toCard({ ...nightOwls, main_board_id: weekRace.id })]);
  await chooseFor("Week race", "Make main board");
  await screen.findByText("Week race is the main board");
  expect(backend.callsTo(putMainBoard)[0]?.body).toEqual({ scoreboard_id: weekRace.id });
  await waitFor(async () => expect(await menuOf("Week race")).not.toContain("Make main board"));
});

test("a copy of a board stands above the others", async () => {
  const copy = { ...weekRace, id: oldBoard.id, title: "Week race (copy)" };
  const backend = fakeBoards([weekRace]).answers(duplicateScoreboard, copy);
  await openBoards();
  await row(/Week race/);
  backend.answers(listClanScoreboards, { items: [copy, weekRace] });
  await chooseFor("Week race", "Duplicate");
  await screen.findByText("Week race (copy) created. Its link is off.");
  expect(titles()).toEqual(["Week race (copy)", "Week race"]);
});

test("a board is posted to Discord, and a board that no channel hears of says how to change that", async () => {
  const backend = fakeBoards([weekRace]).answers(postScoreboard, { webhooks: 0 });
  await openBoards();
  await chooseFor("Week race", "Post to Discord");
  const note = within(await screen.findByRole("alert"));
  expect(note.getByText("Not posted. No Discord webhook of this clan posts scoreboards.")).toBeTruthy();
  expect(note.getByRole("link", { name: "Open Integrations" }).getAttribute("href")).toBe(
    `/clan-admin/${nightOwls.id}?tab=integrations`,
  );
  backend.answers(postScoreboard, { webhooks: 2 });
  await chooseFor("Week race", "Post to Discord");
  await screen.findByText("Posted to 2 channels");
  expect(screen.queryByRole("alert")).toBeNull();
  expect(backend.callsTo(postScoreboard)[0]?.call).toBe(`POST ${pathOf(weekRace, "/post")}`);
  backend.refuses(postScoreboard, 409);
  await chooseFor("Week race", "Post to Discord");
  await screen.findByRole("alert");
});

test("standings are handed out as a table and as a picture", async () => {
  const backend = fakeBoards([weekRace]);
  const files = catchFiles();
  backend.repliesTo(`GET ${pathOf(weekRace, "/standings.csv")}`, () => new Response("rank,player"));
  backend.repliesTo(`GET ${pathOf(weekRace, "/standings.png")}`, () => new Response("PNG"));
  await openBoards();
  await chooseFor("Week race", "Export CSV");
  await waitFor(() => expect(files).toHaveLength(1));
  await chooseFor("Week race", "Export PNG");
  await waitFor(() => expect(files.map(({ type }) => type)).toEqual(["text/csv", "image/png"]));
  expect(backend.callsTo(getStandingsCsv)[0]?.headers.get("x-dev-user-id")).toBe("kara");
  expect(backend.callsTo(getStandingsPng)).toHaveLength(1);
});

test("the boards that the filters show are handed out as a file, without their links", async () => {
  const share = { token: "secret", expires_at: inDays(30), has_passcode: false, views: 4 };
  const shared = { ...winterCup, title: "=Winter, cup", share };
  fakeBoards([weekRace, shared]);
  const files = catchFiles();
  await openBoards("&state=ended");
  await waitFor(() => expect(titles()).toEqual([shared.title]));
  await click("Export CSV");
  await waitFor(() => expect(files).toHaveLength(1));
  const text = await files[0]?.text();
  const [heads, line, ...rest] = text?.split("\r\n") ?? [];
  expect(heads).toBe(
    "title,description,state,measure,period,from,to,link,link_until,views,created_at,updated_at,ended_at",
  );
  const { description, measure, period, range, created_at, updated_at, ended_at } = shared;
  const cells = [`"'=Winter, cup"`, description, "ended", measure, period.kind, range.from, range.to];
  expect(line).toBe([...cells, "on", share.expires_at, 4, created_at, updated_at, ended_at].join(","));
  expect(rest).toEqual([""]);
  expect(text).not.toContain(share.token);
});

test("what changed elsewhere meanwhile is put right, with the server's reason", async () => {
  const backend = fakeBoards([weekRace]);
  await openBoards();
  await row(/Week race/);
  const message = "Reopen the board to archive it.";
  backend.repliesTo(`POST ${pathOf(weekRace, "/archive")}`, () =>
    Response.json({ error: "conflict", message }, { status: 409 }),
  );
  backend.answers(listClanScoreboards, { items: [{ ...winterCup, id: weekRace.id, title: "Week race" }] });
  await chooseFor("Week race", "Archive");
  const alert = await screen.findByText(message);
  expect(alert.closest("[role=alert]")?.textContent).toContain("The list shows how it is now.");
  expect((await row(/Week race/)).getByText("Ended")).toBeTruthy();
});

test("a visitor's view is shown in a frame, and going back closes it", async () => {
  const path = "/scoreboard/preview.abc?embed=1";
  const backend = fakeBoards([weekRace]).answers(previewScoreboard, { path, expires_in: 600 });
  const { router } = await openBoards();
  await chooseFor("Week race", "Preview as visitor");
  const frame = await screen.findByTitle("Preview of Week race");
  expect(frame.getAttribute("src")).toBe(path);
  expect(router.state.location.search).toEqual({ clan: nightOwls.id, board: weekRace.id, show: "preview" });
  expect(backend.callsTo(previewScoreboard)).toHaveLength(1);
  router.history.back();
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(titles()).toEqual(["Week race"]);
});

test("the first board begins with one of three presets", async () => {
  fakeBoards([]);
  const { router } = await openBoards();
  await screen.findByRole("heading", { name: "Make your first scoreboard" });
  expect(screen.getAllByRole("listitem").filter((item) => item.closest("section[aria-labelledby]"))).toHaveLength(3);
  await click(/Month race/);
  const form = await dialog("New scoreboard");
  expect(await form.findByDisplayValue("Month race")).toBeTruthy();
  expect(router.state.location.search).toMatchObject({ new: "month" });
});

test("a clan that counts nothing yet is led to its activities first", async () => {
  fakeBoards([]).answers(listActivities, { items: [] });
  await openBoards();
  const link = await screen.findByRole("link", { name: "Customize activities" });
  expect(link.getAttribute("href")).toBe(`/customize-activities?clan=${nightOwls.id}`);
});

test("a clan with as many boards as it can have is told so", async () => {
  const many = Array.from({ length: 100 }, (_, index) => ({
    ...weekRace,
    id: `33333333-0000-4000-8000-000000001${String(index).padStart(3, "0")}`,
    title: `Race ${index}`,
  }));
  fakeBoards(many);
  await openBoards();
  await screen.findByText("Limit reached (100). Delete one to add another.");
  expect(screen.getByRole("button", { name: "New scoreboard" })).toHaveProperty("disabled", true);
  expect(await menuOf("Race 4")).not.toContain("Duplicate");
});

test("plain members see where everybody stands and nothing to change", async () => {
  fakeBoards([weekRace, winterCup], ironwood);
  const { router } = await openBoards("", ironwood);
  await screen.findByRole("row", { name: /Winter cup/ });
  expect(screen.queryByRole("button", { name: /New scoreboard|Bin|Actions for/ })).toBeNull();
  expect(screen.queryByRole("columnheader", { name: "Link" })).toBeNull();
  await userEvent.click(screen.getByRole("link", { name: "Winter cup" }));
  await screen.findByRole("region", { name: "Winter cup" });
  expect(router.state.location.search).toEqual({ clan: ironwood.id, board: winterCup.id });
});

test("plain members of a clan without boards are told who makes them", async () => {
  fakeBoards([], ironwood);
  await openBoards("", ironwood);
  expect(await screen.findByText(/Once your clan’s owner or a maintainer makes one/)).toBeTruthy();
});

test("an address for managers opens nothing for plain members", async () => {
  fakeBoards([weekRace], ironwood);
  await openBoards(`&board=${weekRace.id}&show=share`, ironwood);
  expect(await screen.findByText("This is for owners and maintainers.")).toBeTruthy();
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("an address of a board that is gone says so", async () => {
  fakeBoards([weekRace]);
  await openBoards(`&board=${oldBoard.id}&show=standings`);
  expect(await screen.findByText("This scoreboard no longer exists.")).toBeTruthy();
});

test("an archived clan's boards can be read", async () => {
  const archived = { ...nightOwls, archived_at: "2026-02-01T00:00:00.000Z" };
  fakeBoards([weekRace], archived);
  await openBoards("", archived);
  await screen.findByText(/its boards can be read, but not changed/);
  expect(screen.queryByRole("button", { name: "New scoreboard" })).toBeNull();
  expect(await menuOf("Week race")).toEqual(["Standings", "Export CSV"]);
});

test("a list that does not come can be asked for again; a refusal is said as it is", async () => {
  const backend = fakeBoards([]).refuses(listClanScoreboards, 400);
  backend.repliesTo(`GET /api/clans/${nightOwls.id}/scoreboards`, () =>
    Response.json({ error: "forbidden", message: "You are not in this clan any more" }, { status: 403 }),
  );
  const { unmount } = await openBoards();
  await screen.findByText("You are not in this clan any more");
  unmount();
  backend.repliesTo(`GET /api/clans/${nightOwls.id}/scoreboards`, () => new Response("", { status: 418 }));
  await openBoards();
  await screen.findByText("The scoreboards could not be loaded. Nothing was changed.");
  backend.repliesTo(`GET /api/clans/${nightOwls.id}/scoreboards`, () => Response.json({ items: [weekRace] }));
  await click("Try again");
  await waitFor(() => expect(titles()).toEqual(["Week race"]));
});

function archivedOf(board: typeof weekRace) {
  return { ...board, state: "archived" as const, is_active: false, share: null };
}
