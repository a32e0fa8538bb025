import { listBulletins, markBulletinSeen } from "@clanhall/contract/bulletins";
import { screen, waitFor } from "@testing-library/react";
import { userEvent } from "../testing/user-event.ts";
import { expect, test, vi } from "vitest";
import {
  dialog,
  fairDay,
  fakeBulletins,
  listOf,
  newRule,
  openBulletins,
  raidTonight,
} from "../testing/fake-bulletins.ts";
import { ironwood, nightOwls } from "../testing/fake-clans.ts";

const asMember = { ...raidTonight, clan_id: ironwood.id, clan_role: "member" as const, seen_by: null, is_seen: false };
const listPath = `GET /api/clans/${nightOwls.id}/bulletins`;

test("plain members get cards to read and nothing to change", async () => {
  const backend = fakeBulletins([asMember], ironwood).answers(markBulletinSeen, {});
  const { router } = await openBulletins("", ironwood);
  const link = await screen.findByRole("link", { name: "Raid tonight" });
  expect(screen.getByText("healers").tagName).toBe("STRONG");
  expect(screen.queryByRole("button", { name: /New bulletin|Bin|Actions for/ })).toBeNull();
  expect(screen.queryByRole("navigation", { name: "Bulletins by state" })).toBeNull();
  expect(screen.queryByText("Seen")).toBeNull();
  await userEvent.click(link);
  await dialog("Raid tonight");
  expect(router.state.location.search).toMatchObject({ bulletin: raidTonight.id });
  await waitFor(() => expect(backend.callsTo(markBulletinSeen)).toHaveLength(1));
});

test("plain members of a clan without bulletins are told who writes them", async () => {
  fakeBulletins([], ironwood);
  await openBulletins("", ironwood);
  expect(await screen.findByText(/Once your clan’s owner or a maintainer has news for you/)).toBeTruthy();
});

test.each(["&new=1", "&show=bin", `&bulletin=${raidTonight.id}&show=edit`])(
  "an address for managers (%s) opens nothing for plain members",
  async (search) => {
    fakeBulletins([asMember], ironwood);
    await openBulletins(search, ironwood);
    expect(await screen.findByText("This is for owners and maintainers.")).toBeTruthy();
    expect(screen.queryByRole("dialog")).toBeNull();
  },
);

test("the first bulletin is one button away", async () => {
  fakeBulletins([]);
  const { router } = await openBulletins();
  await screen.findByRole("heading", { name: "Write your first bulletin" });
  await userEvent.click(screen.getByRole("button", { name: "Write a bulletin" }));
  await dialog("New bulletin");
  expect(router.state.location.search).toEqual({ clan: nightOwls.id, new: 1 });
});

test("on a phone managers get rows of two lines", async () => {
  vi.spyOn(window, "matchMedia").mockImplementation(
    (media) => Object.assign(new EventTarget(), { media, matches: media.includes("48em") }) as MediaQueryList,
  );
  fakeBulletins([raidTonight, newRule]);
  await openBulletins();
  const list = await screen.findByRole("list", { name: "Bulletins, pinned ones first, then the newest" });
  expect(screen.queryByRole("table")).toBeNull();
  for (const text of ["Live", "Draft", "12 of 40", "Seen"]) {
    expect(list.textContent).toContain(text);
  }
  expect(screen.getByRole("button", { name: "Actions for New rule" })).toBeTruthy();
});

test("an archived clan's bulletins can be read", async () => {
  const archived = { ...nightOwls, archived_at: "2026-02-01T00:00:00.000Z" };
  fakeBulletins([raidTonight], archived);
  await openBulletins("", archived);
  await screen.findByText("This clan is archived: its bulletins can be read, but not changed.");
  expect(screen.queryByRole("button", { name: "New bulletin" })).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Actions for Raid tonight" }));
  expect(screen.getAllByRole("menuitem").map(({ textContent }) => textContent)).toEqual(["Read"]);
});

test("a clan with as many bulletins as it can have is told so", async () => {
  const counts = { draft: 0, scheduled: 0, live: 1, expired: 999 };
  fakeBulletins([]).answers(listBulletins, { ...listOf([raidTonight]), counts });
  await openBulletins();
  await screen.findByText("Limit reached (1000). Delete one to add another.");
  expect(screen.getByRole("button", { name: "New bulletin" })).toHaveProperty("disabled", true);
});

test("while the list is on the way its shape is there", async () => {
  const backend = fakeBulletins([]);
  let arrive = (_answer: Response) => {};
  const answer = new Promise<Response>((resolve) => {
    arrive = resolve;
  });
  backend.repliesTo(listPath, () => answer);
  await openBulletins();
  await screen.findByText("The bulletins: loading");
  arrive(Response.json(listOf([raidTonight])));
  expect(await screen.findByRole("row", { name: /Raid tonight/ })).toBeTruthy();
  expect(screen.queryByText("The bulletins: loading")).toBeNull();
});

test("a list that does not come can be asked for again; a refusal is said as it is", async () => {
  const backend = fakeBulletins([]);
  backend.repliesTo(listPath, () =>
    Response.json({ error: "forbidden", message: "You are not in this clan any more" }, { status: 403 }),
  );
  const { unmount } = await openBulletins();
  await screen.findByText("You are not in this clan any more");
  unmount();
  backend.repliesTo(listPath, () => new Response("", { status: 418 }));
  await openBulletins();
  await screen.findByText("The bulletins could not be loaded. Nothing was changed.");
  backend.repliesTo(listPath, () => Response.json(listOf([raidTonight])));
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByRole("row", { name: /Raid tonight/ })).toBeTruthy();
});

test("a bulletin that is published on its own shows without a reload", async () => {
  const backend = fakeBulletins([fairDay]);
  const sent = new TransformStream<Uint8Array, Uint8Array>();
  backend.repliesTo(
    `GET /api/clans/${nightOwls.id}/events`,
    () => new Response(sent.readable, { headers: { "content-type": "text/event-stream" } }),
  );
  await openBulletins();
  await screen.findByText(/^Goes live/);
  backend.answers(listBulletins, listOf([{ ...fairDay, state: "live", posted_at: fairDay.publish_at }]));
  const writer = sent.writable.getWriter();
  await writer.write(new TextEncoder().encode("event: bulletins\ndata: {}\n\n"));
  await waitFor(() => expect(screen.queryByText(/^Goes live/)).toBeNull());
  expect(screen.getByRole("row", { name: /Fair day/ }).textContent).toContain("Live");
  await writer.close();
});
