import { listMyClans } from "@clanhall/contract/clans";
import { listActivities } from "@clanhall/contract/activities";
import { listMembers } from "@clanhall/contract/members";
import { listLayouts } from "@clanhall/contract/screenshot-layouts";
import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { fakeCaches } from "../testing/fake-caches.ts";
import { ironwood, nightOwls, openAsKara, toCard } from "../testing/fake-clans.ts";
import { dayOf, fakeDay, openDay } from "../testing/fake-days.ts";
import { kara, rosterOf } from "../testing/fake-roster.ts";
import { userEvent } from "../testing/user-event.ts";

const worker = "../../public/share-worker.js";

beforeAll(() => import(worker));

/** Sends pictures as a phone's share menu does, and answers where the app is opened. */
async function share(...names: string[]): Promise<string> {
  const form = new FormData();
  for (const name of names) form.append("pictures", new File([name], name, { type: "image/png" }));
  // happy-dom redirects to whole addresses only.
  vi.spyOn(Response, "redirect").mockImplementation((to) => new Response(null, { headers: { location: `${to}` } }));
  const request = { method: "POST", url: `${location.origin}/share-screenshots`, formData: async () => form };
  const answer = Promise.withResolvers<Response>();
  self.dispatchEvent(Object.assign(new Event("fetch"), { request, respondWith: answer.resolve }));
  return (await answer.promise).headers.get("location") ?? "";
}

/** A day of the first of the clans. */
function fakeDayIn(...clans: (typeof nightOwls)[]) {
  return fakeDay(dayOf(), clans[0])
    .answers(listMyClans, clans.map(toCard))
    .answers(listActivities, { items: [] })
    .answers(listMembers, rosterOf(kara))
    .answers(listLayouts, { items: [] });
}

const findSource = () => screen.findByRole("dialog", { name: "Screenshots: 1 Pictures" }, { timeout: 10_000 });

test("shared screenshots open in the last used clan, without those that were shared before and never taken up", async () => {
  const stored = fakeCaches();
  fakeDayIn({ ...nightOwls, last_used_at: "2026-03-01T00:00:00.000Z" }, { ...ironwood, role: "owner" });
  await share("one.png", "two.png", "three.png");
  openAsKara(await share("four.png"));
  const source = within(await findSource());
  expect(source.getByText("Night Owls")).toBeTruthy();
  expect(await source.findByRole("button", { name: "Read 1 picture" })).toBeTruthy();
  expect(source.getByRole("img", { name: "four.png" })).toBeTruthy();
  expect(stored.size).toBe(0);
});

test("shared screenshots go to a clan in which they may be imported, not to the last used one", async () => {
  fakeCaches();
  const others = ["A", "B"].map((name, index) => ({ ...nightOwls, name, id: nightOwls.id.replace(/5$/, `${index}`) }));
  fakeDayIn({ ...ironwood, last_used_at: "2026-03-01T00:00:00.000Z" }, ...others);
  openAsKara(await share("one.png"));
  const clans = within(await screen.findByRole("list", { name: "Your clans" }));
  expect(clans.getAllByRole("link").map((link) => link.querySelector("strong")?.textContent)).toEqual(["A", "B"]);
  await userEvent.click(clans.getByRole("link", { name: /^B/ }));
  const source = within(await findSource());
  expect(source.getByText("B")).toBeTruthy();
  expect(await source.findByRole("button", { name: "Read 1 picture" })).toBeTruthy();
});

test("where somebody may import screenshots nowhere, they read who may, and the pictures are dropped", async () => {
  const stored = fakeCaches();
  fakeDayIn(ironwood);
  openAsKara(await share("one.png"));
  expect(stored.size).toBe(1);
  expect(await screen.findByText("Only officers can import screenshots.")).toBeTruthy();
  expect(await screen.findByText(/Clan day Tue 3 Mar/)).toBeTruthy();
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(stored.size).toBe(0);
});

test("chosen screenshots stay when the clan's day ends behind them, and go when their dialog is closed", async () => {
  fakeDayIn(nightOwls);
  const { router } = await openDay(nightOwls, "&day=2026-03-02&import=screenshots");
  const input = await screen.findByLabelText("Pictures", {}, { timeout: 10_000 });
  await userEvent.upload(input, new File(["png"], "list.png", { type: "image/png" }));
  const read = await screen.findByRole("button", { name: "Read 1 picture" });

  const search = (before: Record<string, unknown>) => ({ ...before, day: undefined });
  await act(() => router.navigate({ to: ".", search }));
  await screen.findByText(/Clan day Tue 3 Mar/);
  expect(read.isConnected).toBe(true);
  expect(screen.getByRole("img", { name: "list.png" })).toBeTruthy();

  // Whoever closes it was asked already: nothing that asks once more stands in the way.
  const unblock = router.history.block({ blockerFn: async () => true, enableBeforeUnload: false });
  onTestFinished(unblock);
  await userEvent.click(screen.getByRole("button", { name: "Close" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(router.state.location.search).not.toHaveProperty("import");
});
