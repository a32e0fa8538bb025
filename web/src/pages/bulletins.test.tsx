import {
  type Bulletin,
  deleteBulletin,
  listBulletinReaders,
  listBulletins,
  listBulletinVersions,
  markBulletinSeen,
  patchBulletin,
  restoreBulletin,
} from "@clanhall/contract/bulletins";
import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "../testing/user-event.ts";
import { expect, test } from "vitest";
import { catchFiles } from "../testing/catch-files.ts";
import {
  chooseFor,
  dialog,
  fairDay,
  fakeBulletins,
  inDays,
  listOf,
  newRule,
  oldNews,
  openBulletins,
  raidTonight,
} from "../testing/fake-bulletins.ts";
import { nightOwls } from "../testing/fake-clans.ts";

const all = [raidTonight, fairDay, newRule, oldNews];
const click = (name: string | RegExp) => userEvent.click(screen.getByRole("button", { name }));
const row = async (name: RegExp) => within(await screen.findByRole("row", { name }));
const titles = () => screen.queryAllByRole("rowheader").map((cell) => cell.querySelector("a")?.textContent);
const listPath = `GET /api/clans/${nightOwls.id}/bulletins`;
const patchPath = ({ id }: Bulletin) => `PATCH /api/clans/${nightOwls.id}/bulletins/${id}`;

async function menuOf(title: string) {
  await userEvent.click(await screen.findByRole("button", { name: `Actions for ${title}` }));
  const entries = screen.getAllByRole("menuitem").map(({ textContent }) => textContent);
  await userEvent.keyboard("{Escape}");
  return entries;
}

test("bulletins are listed as the server sorts them, with their state in words and who has seen them", async () => {
  fakeBulletins([{ ...raidTonight, pinned: true, edited_at: "2026-03-03T10:00:00.000Z" }, fairDay, newRule, oldNews]);
  await openBulletins();
  const first = await row(/Raid tonight/);
  for (const text of ["Pinned", "by Kara", "Live", "Everyone", "Never", "12 of 40"]) {
    expect(first.getByText(text)).toBeTruthy();
  }
  expect(first.getByText("3 Mar 2026").closest("span")?.textContent).toBe("Edited 3 Mar 2026");
  const second = await row(/Fair day/);
  expect(second.getByText("Scheduled")).toBeTruthy();
  expect(second.getByText("Goes live", { exact: false }).textContent).toMatch(/^Goes live \d+ \w+ \d{4}, \d\d:\d\d$/);
  const third = await row(/New rule/);
  for (const text of ["Draft", "Owner and maintainers", "Not yet"]) expect(third.getByText(text)).toBeTruthy();
  expect((await row(/Old news/)).getByText("Expired")).toBeTruthy();
  expect(titles()).toEqual(["Raid tonight", "Fair day", "New rule", "Old news"]);
});

test("the state stands in the address with the counts of all, and nothing that matches says so", async () => {
  const backend = fakeBulletins(all);
  const { router } = await openBulletins();
  const tabs = within(await screen.findByRole("navigation", { name: "Bulletins by state" }));
  expect(tabs.getAllByRole("link").map(({ textContent }) => textContent)).toEqual([
    "All 4",
    "Draft 1",
    "Scheduled 1",
    "Live 1",
    "Expired 1",
  ]);
  backend.answers(listBulletins, listOf([newRule], { all }));
  await userEvent.click(tabs.getByRole("link", { name: "Draft 1" }));
  await waitFor(() => expect(titles()).toEqual(["New rule"]));
  expect(router.state.location.search).toEqual({ clan: nightOwls.id, state: "draft" });
  expect(backend.callsTo(listBulletins).at(-1)?.query.get("state")).toBe("draft");
  backend.answers(listBulletins, listOf([], { all }));
  await userEvent.type(screen.getByRole("searchbox", { name: "Search bulletins" }), "dragon");
  await screen.findByRole("heading", { name: "Nothing matches" });
  expect(backend.callsTo(listBulletins).at(-1)?.query.get("q")).toBe("dragon");
  backend.answers(listBulletins, listOf(all));
  await click("Clear filters");
  await waitFor(() => expect(titles()).toHaveLength(4));
  expect(router.state.location.search).toEqual({ clan: nightOwls.id });
});

test("a long list comes page by page", async () => {
  const backend = fakeBulletins([]).answers(listBulletins, listOf([raidTonight], { all, next_cursor: "next" }));
  await openBulletins();
  await row(/Raid tonight/);
  backend.answers(listBulletins, listOf([oldNews], { all }));
  await click("Show more");
  await waitFor(() => expect(titles()).toEqual(["Raid tonight", "Old news"]));
  expect(backend.callsTo(listBulletins).at(-1)?.query.get("cursor")).toBe("next");
  expect(screen.queryByRole("button", { name: "Show more" })).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole("row", { name: /Old news/ }));
});

test("a file holds all that the filters show, further pages too", async () => {
  const backend = fakeBulletins([]);
  const edited = { ...raidTonight, edited_at: "2026-03-03T10:00:00.000Z" };
  backend.repliesTo(listPath, () => {
    const isFirst = backend.received.at(-1)?.query.get("cursor") === null;
    return Response.json(isFirst ? listOf([edited], { all, next_cursor: "next" }) : listOf([oldNews], { all }));
  });
  const files = catchFiles();
  await openBulletins("&q=news");
  await row(/Raid tonight/);
  await click("Export CSV");
  await waitFor(() => expect(files).toHaveLength(1));
  const lines = (await files[0]?.text())?.split("\r\n") ?? [];
  expect(lines[0]).toMatch(/^title,state,audience,pinned,author,publish_at,/);
  expect(lines[1]).toContain("Raid tonight,live,everyone,false,Kara,2026-03-02T19:00:00.000Z,,");
  expect(lines[1]).toContain(",2026-03-03T10:00:00.000Z,12,40,");
  expect(lines[2]).toMatch(/^Old news,expired,/);
  expect(lines.slice(3)).toEqual([""]);
  expect(backend.callsTo(listBulletins).at(-1)?.query.get("q")).toBe("news");
  expect(titles()).toEqual(["Raid tonight"]);
});

test("every state has its own actions", async () => {
  fakeBulletins([...all.slice(0, 3), { ...oldNews, pinned: true }]);
  await openBulletins();
  const waiting = ["Preview", "History", "Publish now", "Edit", "Pin", "Delete"];
  expect(await menuOf("Raid tonight")).toEqual([
    "Read",
    "History",
    "Seen by",
    "Withdraw to draft",
    "Edit",
    "Pin",
    "Delete",
  ]);
  expect(await menuOf("Fair day")).toEqual(waiting);
  expect(await menuOf("New rule")).toEqual(waiting);
  expect(await menuOf("Old news")).toEqual(["Read", "History", "Seen by", "Edit", "Unpin", "Delete"]);
});

test("a draft is published at once, by a moment that has passed on the server's clock", async () => {
  const published = { ...newRule, state: "live" as const, publish_at: inDays(0), posted_at: inDays(0), version: 2 };
  const backend = fakeBulletins([newRule]).answers(patchBulletin, published);
  await openBulletins();
  await row(/New rule/);
  backend.answers(listBulletins, listOf([published]));
  await chooseFor("New rule", "Publish now");
  await screen.findByText("New rule published");
  expect((await row(/New rule/)).getByText("Live")).toBeTruthy();
  expect(backend.callsTo(patchBulletin).map(({ body }) => body)).toEqual([
    { publish_at: newRule.created_at, version: 1 },
  ]);
});

test("a live bulletin is withdrawn and comes back by Undo", async () => {
  const withdrawn = { ...raidTonight, state: "draft" as const, publish_at: null, posted_at: null, version: 4 };
  const backend = fakeBulletins([raidTonight]).answers(patchBulletin, withdrawn);
  await openBulletins();
  await row(/Raid tonight/);
  backend.answers(listBulletins, listOf([withdrawn]));
  await chooseFor("Raid tonight", "Withdraw to draft");
  await screen.findByText("Raid tonight is a draft again");
  expect((await row(/Raid tonight/)).getByText("Draft")).toBeTruthy();
  backend.answers(patchBulletin, raidTonight).answers(listBulletins, listOf([raidTonight]));
  await click("Undo");
  await screen.findByText("Raid tonight published");
  expect(backend.callsTo(patchBulletin).map(({ body }) => body)).toEqual([
    { publish_at: null, version: 3 },
    { publish_at: raidTonight.created_at, version: 4 },
  ]);
});

test("why an Undo did not work is said once, in a message", async () => {
  const backend = fakeBulletins([raidTonight]).answers(patchBulletin, { ...raidTonight, state: "draft", version: 4 });
  await openBulletins();
  await row(/Raid tonight/);
  await chooseFor("Raid tonight", "Withdraw to draft");
  await screen.findByText("Raid tonight is a draft again");
  backend.refuses(patchBulletin, 409);
  await click("Undo");
  expect((await screen.findByRole("alert")).textContent).toBe("No");
});

test("a pin shows at once, and goes again with the server's reason when there are three already", async () => {
  const backend = fakeBulletins([raidTonight]);
  await openBulletins();
  await row(/Raid tonight/);
  const details = [{ path: "pinned", message: "Three bulletins are already pinned. Unpin one first." }];
  let refuse = () => {};
  const refusal = new Promise<void>((resolve) => {
    refuse = resolve;
  });
  backend.repliesTo(patchPath(raidTonight), async () => {
    await refusal;
    return Response.json({ error: "validation_failed", message: "No", details }, { status: 400 });
  });
  await chooseFor("Raid tonight", "Pin");
  await screen.findByText("Pinned");
  refuse();
  await screen.findByText("Three bulletins are already pinned. Unpin one first.");
  await waitFor(() => expect(screen.queryByText("Pinned")).toBeNull());
});

test("a draft whose expiry has passed says what to do before it can be published", async () => {
  const backend = fakeBulletins([{ ...newRule, expires_at: "2026-03-03T19:00:00.000Z" }]);
  const details = [{ path: "expires_at", message: "This time is in the past." }];
  backend.repliesTo(patchPath(newRule), () =>
    Response.json({ error: "validation_failed", message: "No", details }, { status: 400 }),
  );
  await openBulletins();
  await chooseFor("New rule", "Publish now");
  expect(await screen.findByText(/its expiry has passed. Edit it and choose a later one/)).toBeTruthy();
});

test("what changed elsewhere meanwhile is put right, with the server's reason", async () => {
  const backend = fakeBulletins([newRule]);
  await openBulletins();
  await row(/New rule/);
  const message = "This bulletin was changed meanwhile.";
  backend.repliesTo(patchPath(newRule), () => Response.json({ error: "conflict", message }, { status: 409 }));
  backend.answers(listBulletins, listOf([{ ...newRule, title: "Newer rule" }]));
  await chooseFor("New rule", "Publish now");
  const alert = await screen.findByText(message);
  expect(alert.closest("[role=alert]")?.textContent).toContain("The list shows how it is now.");
  await row(/Newer rule/);
});

test("a bulletin that is deleted while another is on its way: both say so, one after the other", async () => {
  const backend = fakeBulletins(all).answers(restoreBulletin, raidTonight);
  const first = Promise.withResolvers<void>();
  const path = ({ id }: Bulletin) => `DELETE /api/clans/${nightOwls.id}/bulletins/${id}`;
  backend.repliesTo(path(raidTonight), () => first.promise.then(() => Response.json({})));
  backend.repliesTo(path(fairDay), () => Response.json({}));
  await openBulletins();
  await row(/Raid tonight/);
  await chooseFor("Raid tonight", "Delete");
  await chooseFor("Fair day", "Delete");
  first.resolve();
  const message = await screen.findByText("Raid tonight is in the bin");
  await userEvent.click(within(message).getByRole("button", { name: "Undo" }));
  await screen.findByText("Fair day is in the bin");
  await waitFor(() => expect(backend.callsTo(restoreBulletin)).toHaveLength(1));
});

test("a deleted bulletin goes to the bin and can be had back, at once or from there", async () => {
  const backend = fakeBulletins(all).answers(deleteBulletin, {}).answers(restoreBulletin, raidTonight);
  await openBulletins();
  await row(/Raid tonight/);
  backend.answers(listBulletins, listOf(all.slice(1)));
  await chooseFor("Raid tonight", "Delete");
  await screen.findByText("Raid tonight is in the bin");
  expect(titles()).toEqual(["Fair day", "New rule", "Old news"]);
  await click("Undo");
  await screen.findByText("Raid tonight restored");
  expect(backend.callsTo(restoreBulletin)).toHaveLength(1);
  backend.answers(listBulletins, listOf([{ ...raidTonight, deleted_at: inDays(-1.5) }]));
  await click("Bin");
  const bin = await dialog("Bin");
  await bin.findByText("Live · 29 days left");
  expect(backend.callsTo(listBulletins).some(({ query }) => query.get("deleted") === "true")).toBe(true);
  await userEvent.click(bin.getByRole("button", { name: "Restore Raid tonight" }));
  await waitFor(() => expect(backend.callsTo(restoreBulletin)).toHaveLength(2));
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("reading a bulletin opens it by its address and notes that it was seen", async () => {
  const backend = fakeBulletins([{ ...raidTonight, is_seen: false }]).answers(markBulletinSeen, {});
  const { router } = await openBulletins();
  expect((await row(/Raid tonight/)).getByText("New")).toBeTruthy();
  backend.answers(listBulletins, listOf([raidTonight]));
  await userEvent.click(screen.getByRole("link", { name: "Raid tonight" }));
  const reading = await dialog("Raid tonight");
  expect(reading.getByText("healers").tagName).toBe("STRONG");
  expect(router.state.location.search).toEqual({ clan: nightOwls.id, bulletin: raidTonight.id });
  await waitFor(() => expect(screen.queryByText("New")).toBeNull());
  expect(backend.callsTo(markBulletinSeen)).toHaveLength(1);
  router.history.back();
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("a draft is only previewed: nobody has seen it by that", async () => {
  const backend = fakeBulletins([{ ...newRule, content: "", is_seen: false }]);
  await openBulletins();
  await chooseFor("New rule", "Preview");
  expect(await (await dialog("New rule")).findByText("No content")).toBeTruthy();
  expect(backend.callsTo(markBulletinSeen)).toEqual([]);
});

test("an address opens a bulletin that stands further down, or says that it is gone", async () => {
  const backend = fakeBulletins([]);
  backend.repliesTo(listPath, () => {
    const { query } = backend.received.at(-1) ?? {};
    const isFirst = query?.get("cursor") === null;
    return Response.json(isFirst ? listOf([raidTonight], { all, next_cursor: "next" }) : listOf([oldNews], { all }));
  });
  const { unmount } = await openBulletins(`&bulletin=${oldNews.id}`);
  expect(await dialog("Old news")).toBeTruthy();
  expect(titles()).toEqual(["Raid tonight"]);
  unmount();
  await openBulletins(`&bulletin=${newRule.id}`);
  expect(await screen.findByText("This bulletin no longer exists.")).toBeTruthy();
});

test("managers see who has opened a bulletin and who has not", async () => {
  const person = (name: string, seen_at: string | null) => ({ member_id: crypto.randomUUID(), name, seen_at });
  const items = [person("Bram", inDays(-2)), person("Corvin", inDays(-1)), person("Aelwyn", null)];
  fakeBulletins([raidTonight]).answers(listBulletinReaders, { items });
  await openBulletins();
  await chooseFor("Raid tonight", "Seen by");
  const readers = await dialog("Who has seen Raid tonight");
  const seen = within(await readers.findByRole("region", { name: "Seen by (2)" }));
  expect(seen.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
    "Bram2 days ago",
    "Corvinyesterday",
  ]);
  expect(within(readers.getByRole("region", { name: "Not yet (1)" })).getByText("Aelwyn")).toBeTruthy();
});

test("a bulletin that only its author can read counts nobody", async () => {
  fakeBulletins([{ ...raidTonight, seen_by: { seen: 0, of: 0 } }]).answers(listBulletinReaders, { items: [] });
  await openBulletins();
  expect((await row(/Raid tonight/)).queryByText("0 of 0")).toBeNull();
  await chooseFor("Raid tonight", "Seen by");
  const readers = await dialog("Who has seen Raid tonight");
  expect(await readers.findByText("Nobody else in the clan can read it yet.")).toBeTruthy();
});

test("earlier words are restored from the history, and Undo takes them away again", async () => {
  const before = { title: "Raid at eight", content: "<p>Bring <em>tanks</em>.</p>" };
  const version = { ...before, version: 2, written_by: "Bram", written_at: "2026-03-01T10:00:00.000Z" };
  const backend = fakeBulletins([raidTonight])
    .answers(listBulletinVersions, { items: [version] })
    .answers(patchBulletin, { ...raidTonight, ...before, version: 4 });
  await openBulletins();
  await chooseFor("Raid tonight", "History");
  const history = await dialog("History of Raid tonight");
  expect((await history.findByText("tanks")).tagName).toBe("EM");
  expect(history.getByText(/Written by Bram on/)).toBeTruthy();
  await userEvent.click(history.getByRole("button", { name: /^Restore this version/ }));
  await screen.findByText("Earlier version restored");
  backend.answers(patchBulletin, { ...raidTonight, version: 5 });
  await click("Undo");
  await screen.findByText("Change undone");
  expect(backend.callsTo(patchBulletin).map(({ body }) => body)).toEqual([
    { ...before, version: 3 },
    { title: raidTonight.title, content: raidTonight.content, version: 4 },
  ]);
});
