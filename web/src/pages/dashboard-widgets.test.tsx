import { getProfile, putProfile } from "@clanhall/contract/account";
import { listMyBulletins } from "@clanhall/contract/bulletins";
import { listMyInvites } from "@clanhall/contract/invites";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { userEvent } from "../testing/user-event.ts";
import { expect, test, vi } from "vitest";
import { fakeClans, nightOwls } from "../testing/fake-clans.ts";
import { openDashboard, profileWith, widget, widgetNames } from "../testing/fake-dashboard.ts";
import { takeComplaints } from "../testing/complaints.ts";

const first = ["Scoreboards", "Member Invites", "Clan Bulletins"];
const savedNote = "Dashboard settings saved";
const failedNote = "Failed to save dashboard settings";

async function openWidgets() {
  const opened = await openDashboard();
  await widget("Scoreboards");
  return opened;
}

async function choose(name: string, entry: string) {
  await userEvent.click(screen.getByRole("button", { name: `Options for ${name}` }));
  await userEvent.click(screen.getByRole("menuitem", { name: entry }));
}

test("the widgets stand in their first order", async () => {
  fakeClans(nightOwls);
  await openWidgets();
  expect(widgetNames()).toEqual(first);
});

test("a saved order is kept; widgets it does not know come last", async () => {
  fakeClans(nightOwls).answers(getProfile, profileWith(["bulletins"]));
  await openWidgets();
  expect(widgetNames()).toEqual(["Clan Bulletins", "Scoreboards", "Member Invites"]);
});

test("a profile that does not come leaves the first order and a trace", async () => {
  fakeClans(nightOwls).refuses(getProfile, 403);
  await openWidgets();
  expect(widgetNames()).toEqual(first);
  expect(takeComplaints()).toEqual([["The dashboard settings could not be loaded", expect.any(Error)]]);
});

test("a hidden widget is not shown, and there is a way to bring it back", async () => {
  const backend = fakeClans(nightOwls).answers(getProfile, profileWith([], ["invites"]));
  await openWidgets();
  expect(widgetNames()).toEqual(["Scoreboards", "Clan Bulletins"]);
  expect(screen.getByText(/Hidden: Member Invites\./)).toBeTruthy();
  const back = screen.getByRole("link", { name: "Show them again" });
  expect(back.getAttribute("href")).toBe("/account?tab=dashboard");
  expect(backend.callsTo(listMyInvites)).toEqual([]);
});

test("the menu moves a widget and saves the order with the version that was read", async () => {
  const backend = fakeClans(nightOwls);
  backend.answers(putProfile, profileWith(["invites", "scoreboards", "bulletins"], [], 4));
  await openWidgets();
  await choose("Scoreboards", "Move right");
  expect(await screen.findByText(savedNote)).toBeTruthy();
  expect(widgetNames()).toEqual(["Member Invites", "Scoreboards", "Clan Bulletins"]);
  expect(screen.getByText("Scoreboards: position 2 of 3.")).toBeTruthy();
  expect(backend.callsTo(putProfile).map(({ body }) => body)).toEqual([
    { ui_settings: { dashboard: { order: ["invites", "scoreboards", "bulletins"], hidden: [] } }, version: 3 },
  ]);
});

test("the first widget cannot go further left, the last not further right", async () => {
  fakeClans(nightOwls);
  await openWidgets();
  await userEvent.click(screen.getByRole("button", { name: "Options for Scoreboards" }));
  expect(screen.getAllByRole("menuitem").map(({ textContent }) => textContent)).toEqual(["Move right", "Hide"]);
  await userEvent.keyboard("{Escape}");
  await userEvent.click(screen.getByRole("button", { name: "Options for Clan Bulletins" }));
  expect(screen.getAllByRole("menuitem").map(({ textContent }) => textContent)).toEqual(["Move left", "Hide"]);
});

test("on a phone the menu speaks of up and down", async () => {
  const narrow = (media: string) => Object.assign(new EventTarget(), { media, matches: media.includes("max-width") });
  vi.stubGlobal("matchMedia", narrow);
  fakeClans(nightOwls);
  await openWidgets();
  await userEvent.click(screen.getByRole("button", { name: "Options for Member Invites" }));
  expect(screen.getAllByRole("menuitem").map(({ textContent }) => textContent)).toEqual([
    "Move up",
    "Move down",
    "Hide",
  ]);
});

test("an order that cannot be saved goes back", async () => {
  fakeClans(nightOwls).refuses(putProfile, 403);
  await openWidgets();
  await choose("Clan Bulletins", "Move left");
  expect(await screen.findByText(failedNote)).toBeTruthy();
  await waitFor(() => expect(widgetNames()).toEqual(first));
  expect(screen.getByText("No")).toBeTruthy();
});

test("after a change elsewhere the profile is read again and the order sent once more", async () => {
  const backend = fakeClans(nightOwls);
  const answers = [
    Response.json({ error: "conflict", message: "Changed" }, { status: 409 }),
    Response.json(profileWith(["scoreboards", "bulletins", "invites"], ["invites"], 10)),
  ];
  backend.repliesTo("PUT /api/me/profile", () => answers.shift() ?? Response.error());
  await openWidgets();
  backend.answers(getProfile, profileWith(["scoreboards", "invites", "bulletins"], ["invites"], 9));
  await choose("Clan Bulletins", "Move left");
  expect(await screen.findByText(savedNote)).toBeTruthy();
  expect(backend.callsTo(putProfile).map(({ body }) => body)).toEqual([
    { ui_settings: { dashboard: { order: ["scoreboards", "bulletins", "invites"], hidden: [] } }, version: 3 },
    { ui_settings: { dashboard: { order: ["scoreboards", "bulletins", "invites"], hidden: ["invites"] } }, version: 9 },
  ]);
  expect(widgetNames()).toEqual(["Scoreboards", "Clan Bulletins"]);
});

test("a second conflict is a failure", async () => {
  const backend = fakeClans(nightOwls).refuses(putProfile, 409);
  await openWidgets();
  await choose("Scoreboards", "Move right");
  expect(await screen.findByText(failedNote)).toBeTruthy();
  expect(backend.callsTo(putProfile)).toHaveLength(2);
});

test("a widget is hidden by its menu", async () => {
  const backend = fakeClans(nightOwls).answers(
    putProfile,
    profileWith(["scoreboards", "invites", "bulletins"], ["bulletins"], 4),
  );
  await openWidgets();
  await choose("Clan Bulletins", "Hide");
  expect(await screen.findByText(savedNote)).toBeTruthy();
  expect(widgetNames()).toEqual(["Scoreboards", "Member Invites"]);
  expect(backend.callsTo(putProfile)[0]?.body).toMatchObject({ ui_settings: { dashboard: { hidden: ["bulletins"] } } });
  expect(backend.callsTo(listMyBulletins)).toHaveLength(1);
});

test("a widget is moved by keys, and said where it is", async () => {
  const backend = fakeClans(nightOwls);
  backend.answers(putProfile, profileWith(["invites", "bulletins", "scoreboards"], [], 4));
  await openWidgets();
  screen.getByRole("button", { name: "Move Scoreboards" }).focus();
  await userEvent.keyboard(" {ArrowRight}{ArrowDown}");
  expect(screen.getByText("Scoreboards: position 3 of 3.")).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Move Scoreboards" }));
  expect(backend.callsTo(putProfile)).toEqual([]);
  await userEvent.keyboard(" ");
  expect(await screen.findByText(savedNote)).toBeTruthy();
  expect(backend.callsTo(putProfile)[0]?.body).toMatchObject({
    ui_settings: { dashboard: { order: ["invites", "bulletins", "scoreboards"] } },
  });
});

test("Escape puts a widget back", async () => {
  const backend = fakeClans(nightOwls);
  await openWidgets();
  screen.getByRole("button", { name: "Move Clan Bulletins" }).focus();
  await userEvent.keyboard(" {ArrowLeft}{Escape}");
  expect(widgetNames()).toEqual(first);
  expect(backend.callsTo(putProfile)).toEqual([]);
});

/** Three columns, a hundred wide, in the order of the page. */
function layOut() {
  vi.spyOn(Element.prototype, "getBoundingClientRect").mockImplementation(function (this: Element) {
    const position = [...(this.parentElement?.children ?? [])].indexOf(this);
    return new DOMRect(this.hasAttribute("data-item") ? position * 100 : 0, 0, 100, 100);
  });
}

test("a widget dropped onto another takes its place", async () => {
  const backend = fakeClans(nightOwls);
  backend.answers(putProfile, profileWith(["bulletins", "scoreboards", "invites"], [], 4));
  await openWidgets();
  layOut();
  fireEvent.pointerDown(screen.getByRole("button", { name: "Move Clan Bulletins" }), { button: 0 });
  fireEvent.pointerMove(window, { clientX: 80, clientY: 50 });
  expect(widgetNames()).toEqual(["Clan Bulletins", "Scoreboards", "Member Invites"]);
  fireEvent.pointerUp(window);
  expect(await screen.findByText(savedNote)).toBeTruthy();
  expect(backend.callsTo(putProfile)[0]?.body).toMatchObject({
    ui_settings: { dashboard: { order: ["bulletins", "scoreboards", "invites"] } },
  });
});

test("a widget dropped beside the others stays where it was", async () => {
  const backend = fakeClans(nightOwls);
  await openWidgets();
  layOut();
  fireEvent.pointerDown(screen.getByRole("button", { name: "Move Scoreboards" }), { button: 0 });
  fireEvent.pointerMove(window, { clientX: 150, clientY: 500 });
  fireEvent.pointerUp(window);
  expect(widgetNames()).toEqual(first);
  expect(backend.callsTo(putProfile)).toEqual([]);
});
