import { listMyClans } from "@clanhall/contract/clans";
import type { ClanAction } from "@clanhall/contract/permissions";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  type RouterHistory,
  RouterProvider,
} from "@tanstack/react-router";
import { render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test } from "vitest";
import { fakeClans, ironwood, nightOwls } from "../../testing/fake-clans.ts";
import { ClanPicker, useChosenClan } from "./clan-picker.tsx";

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

function openScreen(search = "", action: ClanAction = "member.manage"): RouterHistory {
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
  return history;
}

async function expectWorkOn(name: string) {
  expect(await screen.findByText(`Works on ${name}`)).toBeTruthy();
}

test("the clan in the address wins over the last used", async () => {
  fakeClans(maintained, nightOwls);
  localStorage.setItem("last_clan", maintained.id);
  openScreen(`?clan=${nightOwls.id}`);
  await expectWorkOn("Night Owls");
  expect(localStorage.getItem("last_clan")).toBe(nightOwls.id);
});

test("without one in the address the last used is taken", async () => {
  fakeClans(maintained, nightOwls);
  localStorage.setItem("last_clan", nightOwls.id);
  openScreen();
  await expectWorkOn("Night Owls");
});

test("the only clan needs no choice", async () => {
  fakeClans(nightOwls);
  openScreen();
  await expectWorkOn("Night Owls");
});

test("of several none is guessed; the choice goes into the address", async () => {
  fakeClans(maintained, nightOwls);
  const history = openScreen("?q=kara");
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
