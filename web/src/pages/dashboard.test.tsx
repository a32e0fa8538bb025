import { listScoreboards } from "@clanhall/contract/scoreboards";
import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "../testing/user-event.ts";
import { expect, test } from "vitest";
import { fakeClans, nightOwls } from "../testing/fake-clans.ts";
import { openDashboard, widget } from "../testing/fake-dashboard.ts";
import { token, weekRace } from "../testing/fake-scoreboards.ts";
import { takeComplaints } from "../testing/complaints.ts";
import { earlyCalls } from "../public-pages/boot-script.ts";

const expires = "2026-12-15T12:00:00.000Z";
const shared = { ...weekRace, share_token: token, expires_at: expires };

const boards = () => widget("Scoreboards");

test("somebody without boards is told so", async () => {
  fakeClans(nightOwls);
  await openDashboard();
  const shown = await boards();
  expect(await shown.findByText("No active scoreboards.")).toBeTruthy();
  expect(shown.getByRole("link", { name: "All scoreboards" }).getAttribute("href")).toBe("/scoreboards");
});

test("boards on their way are announced", async () => {
  const { promise, resolve } = Promise.withResolvers<Response>();
  fakeClans(nightOwls).repliesTo("GET /api/scoreboards", () => promise);
  await openDashboard();
  const shown = await boards();
  expect(shown.getByText("Loading scoreboards…")).toBeTruthy();
  resolve(Response.json([shared]));
  expect(await shown.findByText("Week race")).toBeTruthy();
  expect(shown.queryByText("Loading scoreboards…")).toBeNull();
});

test("the newest eight boards are shown with their clan and when their link ends", async () => {
  const many = Array.from({ length: 10 }, (_, index) => ({
    ...weekRace,
    id: `33333333-0000-4000-8000-00000000020${index}`,
    title: `Race ${index}`,
    created_at: `2026-03-1${index}T10:00:00.000Z`,
    expires_at: index === 9 ? expires : null,
  }));
  fakeClans(nightOwls).answers(listScoreboards, many);
  await openDashboard();
  const items = await (await boards()).findAllByRole("button", { name: /^Race/ });
  expect(items.map((item) => item.querySelector("strong")?.textContent)).toEqual(
    [9, 8, 7, 6, 5, 4, 3, 2].map((index) => `Race ${index}`),
  );
  expect(items[0]?.textContent).toContain("Night Owls");
  expect(items[0]?.textContent).toContain("Expires 15 Dec 2026");
  expect(items[1]?.textContent).not.toContain("Expires");
});

test("a board opens in a dialog with its public view; closing it clears the selection", async () => {
  fakeClans(nightOwls).answers(listScoreboards, [shared]);
  const { router } = await openDashboard();
  await userEvent.click(await screen.findByRole("button", { name: /Week race/ }));
  const dialog = within(await screen.findByRole("dialog", { name: "Week race" }));
  for (const text of ["Night Owls", "Created 1 Mar 2026", "Expires 15 Dec 2026"]) {
    expect(dialog.getByText(text)).toBeTruthy();
  }
  expect(dialog.getByTitle("Scoreboard Week race").getAttribute("src")).toBe(`/scoreboard/${token}?embed=1`);
  expect(router.state.location.search).toEqual({ board: weekRace.id });
  await userEvent.click(dialog.getByRole("button", { name: "Close" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(router.state.location.search).toEqual({});
});

test("a board without a link says that there is no public view", async () => {
  fakeClans(nightOwls).answers(listScoreboards, [weekRace]);
  await openDashboard(`?board=${weekRace.id}`);
  const dialog = within(await screen.findByRole("dialog", { name: "Week race" }));
  expect(dialog.getByText("No public view is available for this scoreboard.")).toBeTruthy();
  expect(dialog.getByRole("link", { name: "Show the standings" }).getAttribute("href")).toBe(
    `/scoreboards?clan=${nightOwls.id}&board=${weekRace.id}&show=standings`,
  );
  expect(dialog.queryByText(/Expires/)).toBeNull();
});

test("the dashboard does without boards that do not come, and leaves a trace of it", async () => {
  fakeClans(nightOwls).refuses(listScoreboards, 403);
  await openDashboard();
  expect(await screen.findByText("No active scoreboards.")).toBeTruthy();
  expect(takeComplaints()).toEqual([["The scoreboards could not be loaded", expect.any(Error)]]);
});

test("what the document asks for ahead is what the dashboard asks for", async () => {
  const backend = fakeClans(nightOwls);
  await openDashboard();
  await (await boards()).findByText("No active scoreboards.");
  const asked = backend.received.map(({ call, query }) =>
    [call.replace("GET ", ""), String(query)].filter(Boolean).join("?"),
  );
  const [, urls] = earlyCalls.find(([pattern]) => "/dashboard".match(pattern)) ?? [];
  for (const url of urls ?? ["none"]) expect(asked).toContain(url);
});
