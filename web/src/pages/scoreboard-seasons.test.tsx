import {
  createSeason,
  deleteSeason,
  getSeasonPng,
  listSeasons,
  patchSeason,
  type Season,
  seasonsMax,
} from "@clanhall/contract/seasons";
import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { catchFiles } from "../testing/catch-files.ts";
import { ironwood, nightOwls } from "../testing/fake-clans.ts";
import { chooseFor, fakeBoards, openBoards, weekRace, winterCup } from "../testing/fake-scoreboards.ts";
import { userEvent } from "../testing/user-event.ts";

const player = (name: string, index: number) => ({
  member_id: `44444444-0000-4000-8000-00000000000${index}`,
  name,
  tint: index,
});
const [aelwyn, bram, corvin, dara] = ["Aelwyn", "Bram", "Corvin", "Dara"].map((name, index) => player(name, index + 1));

const autumn: Season = {
  id: "55555555-0000-4000-8000-000000000001",
  clan_id: nightOwls.id,
  name: "Autumn",
  from: "2026-02-01",
  to: "2026-03-10",
  label: "1 Feb – 10 Mar 2026",
  state: "running",
  board_id: weekRace.id,
  boards: [{ id: weekRace.id, title: "Week race", state: "active" }],
  ended_at: null,
  ended_by: null,
  measure: "points",
  activity: null,
  podium: [],
  awards: [],
  created_at: "2026-02-01T10:00:00.000Z",
  version: 2,
};
const troops = { name: "Troops", icon: "gift", color: "moss", unit: "troops", value_type: "whole" as const };
const ended: Season = {
  ...autumn,
  state: "ended",
  ended_at: "2026-03-02T10:00:00.000Z",
  ended_by: "Juno",
  podium: [aelwyn, bram, corvin].flatMap((one, index) => (one ? { ...one, rank: index + 1, score: 90 - index } : [])),
  awards: [
    { kind: "reliable", activity: null, score: 98.5, winners: [aelwyn, bram].flatMap((one) => one ?? []) },
    { kind: "streak", activity: null, score: 12, winners: [aelwyn, bram, corvin, dara].flatMap((one) => one ?? []) },
    { kind: "activity", activity: troops, score: 1_240, winners: corvin ? [corvin] : [] },
  ],
};

const click = async (name: string | RegExp) => userEvent.click(await screen.findByRole("button", { name }));
const dialog = async (name: string) => within(await screen.findByRole("dialog", { name }));

function fakeSeasons(items: Season[], clan = nightOwls) {
  return fakeBoards([weekRace, winterCup], clan).answers(listSeasons, { items });
}

test("an officer starts the first season and chooses the boards that end with it", async () => {
  const backend = fakeSeasons([]).answers(createSeason, autumn);
  const { router } = await openBoards();
  await click("Seasons");
  expect(router.state.location.search).toMatchObject({ view: "seasons" });
  await screen.findByRole("heading", { name: "No seasons yet" });
  await click("New season");
  const form = await dialog("New season");
  await userEvent.click(form.getByRole("button", { name: "Create season" }));
  expect(await form.findByText("The name needs at least one character.")).toBeTruthy();
  await userEvent.type(form.getByLabelText("Name"), "Autumn");
  await userEvent.type(form.getByLabelText("First day"), "2026-02-01");
  await userEvent.type(form.getByLabelText("Last day"), "2026-03-10");
  expect(form.queryByRole("checkbox", { name: /Winter cup/ })).toBeNull();
  await userEvent.click(form.getByRole("checkbox", { name: /Week race/ }));
  backend.answers(listSeasons, { items: [autumn] });
  await userEvent.click(form.getByRole("button", { name: "Create season" }));
  await screen.findByRole("region", { name: "Autumn" });
  expect(backend.callsTo(createSeason)[0]?.body).toEqual({
    name: "Autumn",
    from: "2026-02-01",
    to: "2026-03-10",
    board_ids: [weekRace.id],
  });
});

test("a clan with as many seasons as it can have is told so", async () => {
  const seasons = Array.from({ length: seasonsMax }, (_, index) => ({
    ...autumn,
    id: `55555555-0000-4000-8000-${String(index).padStart(12, "0")}`,
  }));
  fakeSeasons(seasons);
  await openBoards("&view=seasons");
  await screen.findByText("Limit reached (100). Delete one to add another.");
  expect(screen.getByRole("button", { name: "New season" })).toHaveProperty("disabled", true);
});

test("a season that is over offers its end; who comes second is told", async () => {
  const backend = fakeSeasons([{ ...autumn, state: "over" }]);
  const call = `POST /api/clans/${nightOwls.id}/seasons/${autumn.id}/end`;
  backend.repliesTo(call, () =>
    Response.json({ error: "conflict", message: "Juno has already ended Autumn." }, { status: 409 }),
  );
  await openBoards("&view=seasons");
  await screen.findByText("Ready to end");
  await click("End season");
  const question = await dialog("End Autumn?");
  expect(question.getByText(/Week race is frozen/)).toBeTruthy();
  await userEvent.click(question.getByRole("button", { name: "End season" }));
  expect(await question.findByText("Juno has already ended Autumn.")).toBeTruthy();
  backend.repliesTo(call, () => Response.json(ended));
  backend.answers(listSeasons, { items: [ended] });
  await userEvent.click(question.getByRole("button", { name: "End season" }));
  await screen.findByText("Autumn has ended");
  expect(await screen.findByRole("list", { name: "Awards of Autumn" })).toBeTruthy();
});

test("without the scores, which a clan may hide from its members, the awards still name who won them", async () => {
  const awards = ended.awards.slice(0, 2).map((award) => ({ ...award, score: null }));
  fakeSeasons([{ ...ended, awards }]);
  await openBoards("&view=seasons");
  const list = await screen.findByRole("list", { name: "Awards of Autumn" });
  const [reliable, streak] = within(list).getAllByRole("listitem");
  expect(reliable?.textContent).toBe("Most reliableAelwynBram");
  expect(streak?.querySelector("strong")).toBeNull();
});

test("the hall of fame names who was first and who won what, and can be shared, saved and renamed", async () => {
  const backend = fakeSeasons([ended]);
  backend.repliesTo(`GET ${getSeasonPng.path.replace(":clanId", nightOwls.id).replace(":seasonId", ended.id)}`, () =>
    Promise.resolve(new Response("png", { headers: { "content-type": "image/png" } })),
  );
  const files = catchFiles();
  await openBoards("&view=seasons");
  const podium = within(await screen.findByRole("list", { name: "The first of Autumn" }));
  expect(podium.getAllByRole("link").map(({ textContent }) => textContent)).toEqual(["Aelwyn", "Bram", "Corvin"]);
  const awards = within(screen.getByRole("list", { name: "Awards of Autumn" }));
  for (const text of ["Most reliable", "98.5 %", "Shared by 4 players", "12 days", "Top in Troops", "1,240 troops"]) {
    expect(awards.getByText(text)).toBeTruthy();
  }
  await click("Save picture");
  await waitFor(() => expect(files).toHaveLength(1));
  await click("Share");
  const share = await dialog("Share Week race");
  await userEvent.click(share.getByRole("button", { name: "Close" }));
  await chooseFor("Autumn", "Rename");
  const form = await dialog("Edit Autumn");
  expect(form.queryByLabelText("First day")).toBeNull();
  await userEvent.type(form.getByLabelText("Name"), " 1");
  backend.answers(patchSeason, { ...ended, name: "Autumn 1", version: 3 });
  await userEvent.click(form.getByRole("button", { name: "Save season" }));
  await waitFor(() => expect(backend.callsTo(patchSeason)).toHaveLength(1));
  expect(backend.callsTo(patchSeason)[0]?.body).toEqual({ name: "Autumn 1", version: 2 });
  backend.answers(deleteSeason, {}).answers(listSeasons, { items: [] });
  await chooseFor("Autumn", "Delete");
  await userEvent.click((await dialog("Delete Autumn?")).getByRole("button", { name: "Delete season" }));
  await screen.findByRole("heading", { name: "No seasons yet" });
});

test("a season whose board shows visitors nothing is neither drawn nor posted", async () => {
  fakeBoards([{ ...weekRace, public_activities: 0 }, winterCup]).answers(listSeasons, { items: [ended] });
  await openBoards();
  await click("Seasons");
  await screen.findByRole("button", { name: "Share" });
  expect(screen.queryByRole("button", { name: "Save picture" })).toBeNull();
  await click("Actions for Autumn");
  expect(screen.queryByRole("menuitem", { name: "Post to Discord" })).toBeNull();
});

test("members read seasons, and in an archived clan nobody changes them", async () => {
  const archived = { ...nightOwls, archived_at: "2026-02-01T00:00:00.000Z" };
  for (const clan of [ironwood, archived]) {
    fakeSeasons([ended, { ...autumn, id: weekRace.id, name: "Winter", state: "over" }], clan);
    const { unmount } = await openBoards("&view=seasons", clan);
    await screen.findByRole("list", { name: "Awards of Autumn" });
    for (const name of ["Share", "New season", "End season", "Actions for Autumn"]) {
      expect(screen.queryByRole("button", { name })).toBeNull();
    }
    expect(screen.queryAllByText(/its seasons can be read, but not changed/)).toHaveLength(clan === archived ? 1 : 0);
    unmount();
  }
});

test("plain members of a clan without seasons learn what will be here", async () => {
  fakeSeasons([], ironwood);
  await openBoards("&view=seasons", ironwood);
  expect(await screen.findByText(/its winners are shown here/)).toBeTruthy();
  expect(screen.queryByRole("button", { name: "New season" })).toBeNull();
});
