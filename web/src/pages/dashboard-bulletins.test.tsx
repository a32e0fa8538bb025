import { type Bulletin, listMyBulletins, markBulletinSeen } from "@clanhall/contract/bulletins";
import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "../testing/user-event.ts";
import { expect, test } from "vitest";
import { raidTonight } from "../testing/fake-bulletins.ts";
import { fakeClans, ironwood, nightOwls } from "../testing/fake-clans.ts";
import { openDashboard, widget } from "../testing/fake-dashboard.ts";
import { takeComplaints } from "../testing/complaints.ts";

const idOf = (index: number) => `44444444-0000-4000-8000-0000000001${String(index).padStart(2, "0")}`;
const bulletins = () => widget("Clan Bulletins");

function fakeBulletins(...items: Partial<Bulletin>[]) {
  const all = items.map((item, index) => ({ ...raidTonight, id: idOf(index), ...item }));
  return fakeClans(nightOwls).answers(listMyBulletins, { items: all }).answers(markBulletinSeen, {});
}

async function openFirst() {
  await userEvent.click(await (await bulletins()).findByRole("button", { name: /Raid tonight/ }));
  return within(await screen.findByRole("dialog", { name: "Raid tonight" }));
}

test("somebody without bulletins is told so", async () => {
  const backend = fakeBulletins();
  await openDashboard();
  const shown = await bulletins();
  expect(await shown.findByText("No bulletins found.")).toBeTruthy();
  expect(shown.getByRole("link", { name: "All bulletins" }).getAttribute("href")).toBe("/bulletins");
  expect(backend.callsTo(listMyBulletins)[0]?.query.toString()).toBe("limitPerClan=5");
});

test("bulletins on their way are announced", async () => {
  const { promise, resolve } = Promise.withResolvers<Response>();
  fakeClans(nightOwls).repliesTo("GET /api/bulletins", () => promise);
  await openDashboard();
  const shown = await bulletins();
  expect(shown.getByText("Loading bulletins…")).toBeTruthy();
  resolve(Response.json({ items: [raidTonight] }));
  expect(await shown.findByText("Raid tonight")).toBeTruthy();
  expect(shown.queryByText("Loading bulletins…")).toBeNull();
});

test("a bulletin shows its title, its clan and a cleaned excerpt", async () => {
  const content = `<p>Bring <strong>healers</strong><script>alert(1)</script></p><p>${"so many words ".repeat(40)}</p>`;
  fakeBulletins({ content });
  await openDashboard();
  const shown = await bulletins();
  const item = within(await shown.findByRole("listitem"));
  expect(item.getByText("Night Owls")).toBeTruthy();
  expect(item.getByText("healers").tagName).toBe("STRONG");
  const text = shown.getByRole("listitem").textContent ?? "";
  expect(text).toContain("…");
  expect(text).not.toContain("alert");
  expect(text.length).toBeLessThan(300);
});

test("the newest eight are shown, and those not opened yet carry a mark", async () => {
  const items = Array.from({ length: 10 }, (_, index) => ({
    title: `News ${index}`,
    posted_at: `2026-03-1${index}T10:00:00.000Z`,
    is_seen: index !== 9,
  }));
  fakeBulletins(...items);
  await openDashboard();
  const shown = await (await bulletins()).findAllByRole("button", { name: /News/ });
  expect(shown.map(({ textContent }) => textContent)).toEqual([
    "Unread: News 9",
    ...[8, 7, 6, 5, 4, 3, 2].map((index) => `News ${index}`),
  ]);
});

test("a bulletin opens in a dialog, which marks it as seen, and closing it clears the address", async () => {
  const backend = fakeBulletins({ is_seen: false });
  const { router } = await openDashboard();
  const dialog = await openFirst();
  expect(dialog.getByText("Night Owls")).toBeTruthy();
  expect(dialog.getByText("2 Mar 2026")).toBeTruthy();
  expect(dialog.getByText("healers").tagName).toBe("STRONG");
  expect(router.state.location.search).toEqual({ bulletin: idOf(0) });
  await waitFor(() => expect(backend.callsTo(markBulletinSeen)).toHaveLength(1));
  expect(backend.callsTo(markBulletinSeen)[0]?.call).toBe(`POST /api/clans/${nightOwls.id}/bulletins/${idOf(0)}/seen`);
  const [close] = dialog.getAllByRole("button", { name: "Close" });
  if (close) await userEvent.click(close);
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(router.state.location.search).toEqual({});
  expect(screen.queryByText(/Unread/)).toBeNull();
});

test("a bulletin that cannot be marked as seen is read all the same", async () => {
  const backend = fakeBulletins({ is_seen: false }).refuses(markBulletinSeen, 403);
  await openDashboard();
  const dialog = await openFirst();
  await waitFor(() => expect(backend.callsTo(markBulletinSeen)).toHaveLength(1));
  expect(dialog.getByText("healers")).toBeTruthy();
});

test("a bulletin that was opened before is not marked again", async () => {
  const backend = fakeBulletins({ is_seen: true });
  await openDashboard();
  await openFirst();
  expect(backend.callsTo(markBulletinSeen)).toEqual([]);
});

test("a bulletin without a message says so", async () => {
  fakeBulletins({ content: "" });
  await openDashboard();
  expect((await openFirst()).getByText("No content")).toBeTruthy();
});

test("an address opens its bulletin, also one of a clan that is not chosen", async () => {
  fakeBulletins({ clan_id: ironwood.id });
  await openDashboard(`?bulletin=${idOf(0)}&clans=${nightOwls.id}`);
  expect(await screen.findByRole("dialog", { name: "Raid tonight" })).toBeTruthy();
});

test("the dashboard does without bulletins that do not come, and leaves a trace of it", async () => {
  fakeClans(nightOwls).refuses(listMyBulletins, 403);
  await openDashboard();
  expect(await screen.findByText("No bulletins found.")).toBeTruthy();
  expect(takeComplaints()).toEqual([["The bulletins could not be loaded", expect.any(Error)]]);
});
