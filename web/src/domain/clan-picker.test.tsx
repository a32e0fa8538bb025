import { markClanUsed } from "@clanhall/contract/account";
import { listMyClans } from "@clanhall/contract/clans";
import type { ClanAction } from "@clanhall/contract/permissions";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { act, render, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { userEvent } from "../testing/user-event.ts";
import { findLastUsed, myClansQuery } from "./clans.ts";
import { fakeClans, ironwood, nightOwls, toCard } from "../testing/fake-clans.ts";
import { ClanPicker, useChosenClan } from "./clan-picker.tsx";

const yesterday = new Date(Date.now() - 86_400_000).toISOString();
const maintained = { ...ironwood, role: "maintainer" as const };

function Screen({ action }: { action: ClanAction }) {
  const chosen = useChosenClan(action);
  return (
    <>
      <ClanPicker chosen={chosen} />
      <output>{chosen.clan ? `Works on ${chosen.clan.name}` : "Works on nothing"}</output>
    </>
  );
}

const withoutRepeats = { queries: { retry: false } };

function openScreen(search = "", action: ClanAction = "member.manage") {
  const queries = new QueryClient({ defaultOptions: withoutRepeats });
  const rootRoute = createRootRoute();
  const page = createRoute({
    getParentRoute: () => rootRoute,
    path: "/x",
    component: () => <Screen action={action} />,
  });
  const history = createMemoryHistory({ initialEntries: [`/x${search}`] });
  const router = createRouter({ routeTree: rootRoute.addChildren([page]), history });
  render(
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return { history, queries };
}

async function expectWorkOn(name: string) {
  expect(await screen.findByText(`Works on ${name}`)).toBeTruthy();
}

test("the clan in the address wins over the last used, and is the last used from then on", async () => {
  const backend = fakeClans({ ...maintained, last_used_at: yesterday }, nightOwls);
  const { queries } = openScreen(`?clan=${nightOwls.id}`);
  await expectWorkOn("Night Owls");
  await waitFor(() =>
    expect(backend.callsTo(markClanUsed).map(({ call }) => call)).toEqual([
      `PUT /api/me/clans/${nightOwls.id}/last-used`,
    ]),
  );
  const cards = queries.getQueryData(myClansQuery.queryKey) ?? [];
  expect(findLastUsed(cards)?.name).toBe("Night Owls");
});

test("without one in the address the last used is taken, and not told again", async () => {
  const backend = fakeClans(
    { ...maintained, last_used_at: "2026-01-01T00:00:00.000Z" },
    { ...nightOwls, last_used_at: yesterday },
  );
  openScreen();
  await expectWorkOn("Night Owls");
  expect(backend.callsTo(markClanUsed)).toEqual([]);
});

test("a choice on another device does not change the screen that is open", async () => {
  const here = { ...nightOwls, last_used_at: yesterday };
  const backend = fakeClans(maintained, here);
  const { queries } = openScreen();
  await expectWorkOn("Night Owls");
  const elsewhere = { ...maintained, last_used_at: new Date().toISOString(), name: "Ironwood" };
  backend.answers(listMyClans, [toCard(elsewhere), toCard(here)]);
  await act(() => queries.invalidateQueries());
  await screen.findByRole("option", { name: "Ironwood" });
  await expectWorkOn("Night Owls");
});

test("the only clan needs no choice", async () => {
  fakeClans(nightOwls);
  openScreen();
  await expectWorkOn("Night Owls");
});

test("of several none is guessed; the choice goes into the address", async () => {
  fakeClans(maintained, nightOwls);
  const { history } = openScreen("?q=kara");
  const picker = await screen.findByLabelText("Clan");
  await expectWorkOn("nothing");
  await userEvent.selectOptions(picker, "Ironwood Pact");
  await expectWorkOn("Ironwood Pact");
  expect(history.location.search).toBe(`?q=kara&clan=${ironwood.id}`);
});

test("only clans in which the action is allowed are listed; the others read like unknown ones", async () => {
  fakeClans(ironwood, nightOwls, {
    ...maintained,
    id: "11111111-1111-4111-8111-111111111112",
    archived_at: "2026-01-01T00:00:00.000Z",
  });
  openScreen(`?clan=${ironwood.id}`);
  expect((await screen.findByRole("alert")).textContent).toContain("Not found.");
  expect(screen.getAllByRole("option").map(({ textContent }) => textContent)).toEqual(["Choose a clan", "Night Owls"]);
});

test("whoever has no such clan is shown the way to their clans", async () => {
  fakeClans(ironwood);
  openScreen();
  await screen.findByText(/You have no clan that you can use this screen for/);
  expect(screen.getByRole("link", { name: "My Clans" }).getAttribute("href")).toBe("/clanmanagement");
});

test("clans that do not load can be asked for again", async () => {
  const backend = fakeClans(nightOwls).refuses(listMyClans, 403);
  openScreen();
  await screen.findByText(/Your clans could not be loaded/);
  backend.answers(listMyClans, [nightOwls]);
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  await expectWorkOn("Night Owls");
});
