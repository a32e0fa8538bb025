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
import { ClanPage } from "./clan-page.tsx";

const yesterday = new Date(Date.now() - 86_400_000).toISOString();
const maintained = { ...ironwood, role: "maintainer" as const };

function Screen({ action }: { action: ClanAction }) {
  return (
    <ClanPage title="Some Screen" action={action} renderTools={({ name }) => <em>Beside {name}</em>}>
      {({ name }) => <output>Works on {name}</output>}
    </ClanPage>
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

test("without one in the address the last used is taken and written into it, and not marked again", async () => {
  const backend = fakeClans(
    { ...maintained, last_used_at: "2026-01-01T00:00:00.000Z" },
    { ...nightOwls, last_used_at: yesterday },
  );
  const { history } = openScreen("?q=kara#top");
  await expectWorkOn("Night Owls");
  await waitFor(() => expect(history.location.search).toBe(`?q=kara&clan=${nightOwls.id}`));
  expect(history.location.hash).toBe("#top");
  expect(history.length).toBe(1);
  expect(backend.callsTo(markClanUsed)).toEqual([]);
  expect(screen.getByText("Beside Night Owls")).toBeTruthy();
});

test("a choice on another device does not change the screen that is open", async () => {
  const here = { ...nightOwls, last_used_at: yesterday };
  const backend = fakeClans(maintained, here);
  const { queries, history } = openScreen();
  await expectWorkOn("Night Owls");
  await waitFor(() => expect(history.location.search).toContain(nightOwls.id));
  const elsewhere = { ...maintained, last_used_at: new Date().toISOString() };
  backend.answers(listMyClans, [toCard(elsewhere), toCard({ ...here, name: "Night Owls again" })]);
  await act(() => queries.invalidateQueries());
  await expectWorkOn("Night Owls again");
});

test("the only clan needs no choice", async () => {
  fakeClans(nightOwls);
  openScreen();
  await expectWorkOn("Night Owls");
});

test("of several none is guessed; the choice goes into the address", async () => {
  fakeClans(maintained, nightOwls);
  const { history } = openScreen("?q=kara");
  await screen.findByText("Of which clan? We remember your choice.");
  expect(screen.queryByText(/^Works on/)).toBeNull();
  await userEvent.click(screen.getByRole("link", { name: /Ironwood Pact/ }));
  await expectWorkOn("Ironwood Pact");
  expect(history.location.search).toBe(`?q=kara&clan=${ironwood.id}`);
});

test("a choice says the role and how far today is, to those who enter it", async () => {
  const today = { ...maintained.today, due: 20, entered: 12 };
  fakeClans({ ...maintained, today }, { ...nightOwls, role: "owner", today: { ...today, entered: 20 } });
  openScreen("", "clan.view");
  const [first, second] = await screen.findAllByRole("link");
  expect(first?.textContent).toContain("Maintainer");
  expect(first?.textContent).toContain("12 of 20 values today");
  expect(second?.textContent).toContain("All 20 values today");
});

test("only clans in which the action is allowed are listed; of another of theirs it says so", async () => {
  fakeClans(ironwood, nightOwls, {
    ...maintained,
    id: "11111111-1111-4111-8111-111111111112",
    archived_at: "2026-01-01T00:00:00.000Z",
  });
  openScreen(`?clan=${ironwood.id}`);
  expect((await screen.findByRole("alert")).textContent).toBe("You don’t have access to this page in Ironwood Pact.");
  expect(screen.getAllByRole("link").map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining("Night Owls"),
  ]);
});

test("a clan that is none of theirs is not found", async () => {
  fakeClans(ironwood, nightOwls);
  openScreen("?clan=11111111-1111-4111-8111-111111111119");
  expect((await screen.findByRole("alert")).textContent).toBe("Not found. You have no such clan.");
});

test("whoever is removed from the clan that is open is told so", async () => {
  const backend = fakeClans(nightOwls, maintained);
  const { queries } = openScreen(`?clan=${nightOwls.id}`);
  await expectWorkOn("Night Owls");
  backend.answers(listMyClans, [toCard(maintained)]);
  await act(() => queries.invalidateQueries());
  expect((await screen.findByRole("alert")).textContent).toBe("You are no longer a member of Night Owls.");
  expect(screen.getByRole("link", { name: /Ironwood Pact/ })).toBeTruthy();
  backend.answers(listMyClans, []);
  await act(() => queries.invalidateQueries());
  await screen.findByRole("link", { name: "Create a Clan" });
  expect(screen.getByRole("alert").textContent).toBe("You are no longer a member of Night Owls.");
});

test("whoever signs in next, in another tab, does not read which clan somebody else had open", async () => {
  const backend = fakeClans(nightOwls);
  const { queries } = openScreen(`?clan=${nightOwls.id}`);
  await expectWorkOn("Night Owls");
  const arrived = Promise.withResolvers<void>();
  backend.repliesTo("GET /api/clans/my", async () => {
    await arrived.promise;
    return Response.json([toCard(maintained)]);
  });
  act(() => void queries.resetQueries());
  await waitFor(() => expect(screen.queryByText("Works on Night Owls")).toBeNull());
  arrived.resolve();
  expect((await screen.findByRole("alert")).textContent).toBe("Not found. You have no such clan.");
});

test("whoever has clans but none for this screen is shown into them", async () => {
  fakeClans(ironwood);
  openScreen();
  await screen.findByText("None of your clans has this screen for you.");
  expect(screen.getByRole("link", { name: /Ironwood/ }).getAttribute("href")).toBe(`/clan/${ironwood.id}`);
});

test("whoever has no clan at all can create one", async () => {
  fakeClans();
  openScreen();
  await screen.findByText("You're signed in but not part of any clans yet");
  expect(screen.getByRole("link", { name: "Create a Clan" }).getAttribute("href")).toBe("/clanmanagement?create=clan");
});

test("clans that do not load can be asked for again", async () => {
  const backend = fakeClans(nightOwls).refuses(listMyClans, 403);
  openScreen();
  await screen.findByText(/Your clans could not be loaded/);
  backend.answers(listMyClans, [nightOwls]);
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  await expectWorkOn("Night Owls");
});
