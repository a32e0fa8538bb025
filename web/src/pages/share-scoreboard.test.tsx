import {
  listClanScoreboards,
  rotateShare,
  type Scoreboard,
  shareScoreboard,
  unshareScoreboard,
} from "@clanhall/contract/scoreboards";
import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "../testing/user-event.ts";
import { expect, test } from "vitest";
import { catchCopies } from "../testing/catch-files.ts";
import { nightOwls } from "../testing/fake-clans.ts";
import { fakeBoards, inDays, linkOf, openBoards, token, weekRace } from "../testing/fake-scoreboards.ts";

const shared: Scoreboard = { ...weekRace, share: linkOf() };
const link = `${location.origin}/scoreboard/${token}`;

/** Opens the share dialog of a board, and lets the server say from then on that the board is so. */
async function openShare(board: Scoreboard) {
  const backend = fakeBoards([board]);
  const opened = await openBoards(`&board=${board.id}&show=share`);
  const dialog = within(await screen.findByRole("dialog", { name: `Share ${board.title}` }));
  const becomes = (next: Scoreboard) =>
    backend
      .answers(shareScoreboard, next)
      .answers(rotateShare, next)
      .answers(unshareScoreboard, next)
      .answers(listClanScoreboards, { items: [next] });
  return { ...opened, backend, dialog, becomes };
}

test("a link that is switched on can be copied, opened, scanned and embedded", async () => {
  const copied = catchCopies();
  const { backend, dialog, becomes } = await openShare({ ...weekRace, title: 'Week "race"' });
  const toggle = dialog.getByRole("switch", { name: "Public link" });
  expect(toggle.getAttribute("aria-checked")).toBe("false");
  becomes({ ...shared, title: 'Week "race"' });
  await userEvent.click(toggle);
  await dialog.findByTitle(link);
  expect(backend.callsTo(shareScoreboard)[0]?.body).toEqual({});
  expect(toggle.getAttribute("aria-checked")).toBe("true");
  await userEvent.click(dialog.getByRole("button", { name: "Copy" }));
  await userEvent.click(dialog.getByText("Show it on your own site"));
  await userEvent.click(dialog.getByRole("button", { name: "Copy embed code" }));
  expect(copied[0]).toBe(link);
  expect(copied[1]).toContain(`<iframe src="${link}?embed=1" title="Week &quot;race&quot;"`);
  expect(dialog.getByRole("link", { name: "Open in new tab" }).getAttribute("href")).toBe(link);
  expect(dialog.getByRole("img", { name: "The link as a QR code" }).getAttribute("src")).toMatch(/^data:image\/svg/);
  expect(dialog.getByText("Opened 1,204 times. We keep no data about visitors.")).toBeTruthy();
});

test("the link of a board that repeats has no end unless somebody chooses one", async () => {
  const { backend, dialog, becomes } = await openShare({ ...weekRace, period: { ...weekRace.period, kind: "weekly" } });
  expect(dialog.getByText(/the link never expires unless you choose otherwise/)).toBeTruthy();
  becomes({ ...shared, share: linkOf({ expires_at: null }) });
  await userEvent.click(dialog.getByRole("switch", { name: "Public link" }));
  await dialog.findByTitle(link);
  expect(backend.callsTo(shareScoreboard)[0]?.body).toEqual({ expires_at: null });
});

test("a board that must not be shared says why", async () => {
  const { backend, dialog } = await openShare(weekRace);
  const message = "Reopen the board to share it.";
  backend.repliesTo(`POST /api/scoreboards/${weekRace.id}/share`, () =>
    Response.json({ error: "conflict", message }, { status: 409 }),
  );
  await userEvent.click(dialog.getByRole("switch"));
  expect((await dialog.findByText(message)).getAttribute("role")).toBe("alert");
  expect(dialog.getByRole("switch").getAttribute("aria-checked")).toBe("false");
});

test("M6: a board without a public activity has no switch, but the reason and the way to change it", async () => {
  const { dialog } = await openShare({ ...weekRace, public_activities: 0, hidden_activities: 2 });
  const reason = /^None of this board’s activities is shown on public scoreboards, so it cannot be shared\./;
  expect(dialog.getByRole("alert").firstElementChild).toBe(dialog.getByText(reason));
  const way = dialog.getByRole("link", { name: "Customize activities" });
  expect(way.getAttribute("href")).toBe(`/customize-activities?clan=${nightOwls.id}`);
  expect(dialog.queryByRole("switch")).toBeNull();
});

test("M6: a paused link says why, and can still be switched off", async () => {
  const { backend, dialog, becomes } = await openShare({ ...shared, public_activities: 0, hidden_activities: 1 });
  expect(dialog.getByText(/so its link is paused\./)).toBeTruthy();
  expect(dialog.getByText("On, but visitors see nothing for now.")).toBeTruthy();
  expect(dialog.queryByRole("button", { name: "Copy" })).toBeNull();
  expect(dialog.queryByRole("button", { name: "Rotate link" })).toBeNull();
  becomes({ ...weekRace, public_activities: 0, hidden_activities: 1 });
  await userEvent.click(dialog.getByRole("switch"));
  await userEvent.click(dialog.getByRole("button", { name: "Disable link" }));
  await dialog.findByText(/so it cannot be shared\./);
  expect(backend.callsTo(unshareScoreboard)).toHaveLength(1);
});

test.each([
  [1, "1 activity is not shown on public scoreboards. Visitors see scores without it."],
  [3, "3 activities are not shown on public scoreboards. Visitors see scores without them."],
])("M6: whoever shares a board with %i hidden activities reads that visitors see other scores", async (count, text) => {
  const { dialog } = await openShare({ ...weekRace, hidden_activities: count });
  expect(dialog.getByText(text)).toBeTruthy();
  expect(dialog.getByRole("switch")).toBeTruthy();
});

test("a link is given another end: some days, a day, or none", async () => {
  const { backend, dialog, becomes } = await openShare(shared);
  expect(dialog.getByText(/^The link works until \d+ \w+ \d{4}, \d\d:\d\d\.$/)).toBeTruthy();
  const sent = () => backend.callsTo(shareScoreboard).map(({ body }) => (body as { expires_at: string }).expires_at);
  const choice = dialog.getByRole<HTMLSelectElement>("combobox", { name: "Link works for" });
  const set = () => userEvent.click(dialog.getByRole("button", { name: "Set expiry" }));
  expect(choice.value).toBe("30");
  becomes({ ...weekRace, share: linkOf({ expires_at: null }) });
  await userEvent.selectOptions(choice, "90 days");
  await set();
  await dialog.findByText("The link never expires.");
  expect(Math.round((Date.parse(sent()[0] ?? "") - Date.now()) / 86_400_000)).toBe(90);
  await userEvent.selectOptions(choice, "Never expires");
  await set();
  await waitFor(() => expect(sent()[1]).toBeNull());
  await userEvent.selectOptions(choice, "Until a date");
  await set();
  await dialog.findByText("Choose today or a later day.");
  expect(sent()).toHaveLength(2);
  await userEvent.type(dialog.getByLabelText("Last day"), "2099-12-31");
  await set();
  await waitFor(() => expect(sent()[2]).toBe(new Date("2099-12-31T23:59:59").toISOString()));
});

test("a link that has run out says so first", async () => {
  const { dialog } = await openShare({ ...weekRace, share: linkOf({ expires_at: inDays(-1) }) });
  expect(dialog.getByRole("alert").textContent).toMatch(/^This link has expired/);
  expect(dialog.getByText(/^The link expired on /)).toBeTruthy();
});

test("a passcode is set, changed and taken away", async () => {
  const { backend, dialog, becomes } = await openShare(shared);
  const sent = () => backend.callsTo(shareScoreboard).map(({ body }) => body);
  await userEvent.type(dialog.getByRole("textbox", { name: "Passcode" }), "seven");
  await userEvent.click(dialog.getByRole("button", { name: "Set passcode" }));
  expect(dialog.getByText("A passcode has at least 6 characters.")).toBeTruthy();
  expect(sent()).toEqual([]);
  becomes({ ...weekRace, share: linkOf({ has_passcode: true }) });
  await userEvent.type(dialog.getByRole("textbox", { name: "Passcode" }), "th{Enter}");
  const next = await dialog.findByRole("textbox", { name: "New passcode" });
  expect(dialog.getByText("Visitors are asked for the passcode.")).toBeTruthy();
  await userEvent.insert(next, "night owls");
  await userEvent.click(dialog.getByRole("button", { name: "Change passcode" }));
  await waitFor(() => expect(sent()).toEqual([{ passcode: "seventh" }, { passcode: "night owls" }]));
  becomes(shared);
  await userEvent.click(dialog.getByRole("button", { name: "Remove passcode" }));
  await dialog.findByText("Visitors need nothing but the link.");
  expect(sent().at(-1)).toEqual({ passcode: null });
});

test("a rotated link is a new one, after a question", async () => {
  const { backend, dialog, becomes } = await openShare(shared);
  await userEvent.click(dialog.getByRole("button", { name: "Rotate link" }));
  expect(dialog.getByText(/the old one stops working at once/)).toBeTruthy();
  expect(backend.callsTo(rotateShare)).toEqual([]);
  becomes({ ...weekRace, share: linkOf({ token: "n".repeat(43) }) });
  await userEvent.click(dialog.getByRole("button", { name: "Rotate it now" }));
  await dialog.findByTitle(`${location.origin}/scoreboard/${"n".repeat(43)}`);
  expect(dialog.getByText("New link created. The old link no longer works.")).toBeTruthy();
});

test("a link is switched off for good only after a question", async () => {
  const { backend, dialog, becomes, router } = await openShare(shared);
  await userEvent.click(dialog.getByRole("switch"));
  await userEvent.click(dialog.getByRole("button", { name: "Keep it" }));
  expect(dialog.getByTitle(link)).toBeTruthy();
  await userEvent.click(dialog.getByRole("switch"));
  becomes(weekRace);
  await userEvent.click(dialog.getByRole("button", { name: "Disable link" }));
  await dialog.findByText("Off: only members of the clan see this board.");
  expect(backend.callsTo(unshareScoreboard)).toHaveLength(1);
  expect(dialog.queryByTitle(link)).toBeNull();
  await userEvent.click(dialog.getByRole("button", { name: "Close" }));
  await waitFor(() => expect(router.state.location.search).toEqual({ clan: nightOwls.id }));
});

test("a link that was switched off and on again is not asked about", async () => {
  const { backend, dialog, becomes } = await openShare(shared);
  const reads = `GET /api/clans/${weekRace.clan_id}/scoreboards`;
  const slowly = (next: Scoreboard) => {
    becomes(next);
    backend.repliesTo(reads, async () => {
      await new Promise((resolve) => setTimeout(resolve, 60));
      return Response.json({ items: [next] });
    });
  };
  const isOn = () => dialog.getByRole("switch").getAttribute("aria-checked");
  await userEvent.click(dialog.getByRole("switch"));
  slowly(weekRace);
  await userEvent.click(dialog.getByRole("button", { name: "Disable link" }));
  await waitFor(() => expect(isOn()).toBe("false"));
  slowly(shared);
  await userEvent.click(dialog.getByRole("switch"));
  await waitFor(() => expect(isOn()).toBe("true"));
  expect(dialog.queryByRole("button", { name: "Disable link" })).toBeNull();
});

test("that a passcode is set or removed is said, and the focus stays in the dialog", async () => {
  const { dialog, becomes } = await openShare(shared);
  becomes({ ...weekRace, share: linkOf({ has_passcode: true }) });
  await userEvent.type(dialog.getByRole("textbox", { name: "Passcode" }), "seventh{Enter}");
  await dialog.findByText("Passcode changed");
  const field = dialog.getByRole("textbox", { name: "New passcode" });
  expect(field).toHaveProperty("value", "");
  expect(document.activeElement).toBe(field);
  becomes(shared);
  await userEvent.click(dialog.getByRole("button", { name: "Remove passcode" }));
  await dialog.findByText("Passcode removed");
  await waitFor(() => expect(document.activeElement?.textContent).toBe(`Share ${weekRace.title}`));
});
