import { listJoinBlocks, listJoinRequests } from "@clanhall/contract/join-links";
import {
  acceptRequest,
  type ClanRequest,
  createRequest,
  declineRequest,
  deleteRequest,
  getRequestPicture,
  listRequests,
  undoDecision,
} from "@clanhall/contract/requests";
import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { catchFiles, namesOfFiles } from "../testing/catch-files.ts";
import { fakeClans, ironwood, nightOwls } from "../testing/fake-clans.ts";
import { aelwyn, choose, kara, openRoster, rosterOf } from "../testing/fake-roster.ts";
import { userEvent } from "../testing/user-event.ts";

const common = {
  state: "open" as const,
  member: { id: aelwyn.id, name: "Aelwyn", tint: 3 },
  is_mine: false,
  created_at: "2026-03-02T20:00:00.000Z",
  decided_at: null,
  decided_by: null,
  answer: null,
  may_accept: true,
  may_decline: true,
  may_undo: false,
  may_withdraw: false,
};

const disputed: ClanRequest = {
  ...common,
  id: "33333333-0000-4000-8000-000000000001",
  kind: "value",
  reason: "Donated before the war",
  activity: {
    id: "33333333-0000-4000-8000-00000000000a",
    name: "Troops donated",
    icon: "gift",
    color: "ocean",
    unit: "troops",
    value_type: "whole",
  },
  day: "2026-03-01",
  was: { value: null, excused: false },
  wanted: { value: 140, excused: false },
  pictures: [],
};

const absent: ClanRequest = {
  ...common,
  id: "33333333-0000-4000-8000-000000000002",
  kind: "away",
  reason: "Exams",
  from: "2026-03-10",
  to: "2026-03-12",
};

const listOf = (...items: ClanRequest[]) => ({
  items,
  next_cursor: null,
  open: { value: items.filter(({ kind }) => kind === "value").length, away: 0 },
});

async function openRequests(...items: ClanRequest[]) {
  const clan = { ...nightOwls, open_requests: items.length };
  const backend = fakeClans(clan)
    .answers(listRequests, listOf(...items))
    .answers(listJoinRequests, { items: [], next_cursor: null, counts: { waiting: 0, decided: 0 } })
    .answers(listJoinBlocks, { items: [] });
  await openRoster(null, backend, clan, "&view=requests");
  return backend;
}

const row = async (name: RegExp) => within(await screen.findByText(name).then((found) => found.closest("li") ?? found));

test("officers read who asks for what and why, and accept it", async () => {
  const backend = await openRequests(disputed, absent);
  backend.answers(acceptRequest, { ...disputed, state: "accepted" });
  const value = await row(/Troops donated, Sun 1 Mar/);
  expect(value.getByText("missing", { exact: false })).toBeTruthy();
  expect(value.getByText("“Donated before the war”")).toBeTruthy();
  expect((await row(/3 days/)).getByText("“Exams”")).toBeTruthy();
  expect(screen.getByRole("link", { name: /Players 2 to decide/ })).toBeTruthy();
  await userEvent.click(value.getByRole("button", { name: "Accept 140 for Aelwyn" }));
  await screen.findByText("Aelwyn: accepted");
  expect(backend.callsTo(acceptRequest).map(({ call }) => call.split("/").at(-2))).toEqual([disputed.id]);
});

test("whoever may not decide is offered nothing, and told who does", async () => {
  await openRequests({ ...absent, may_accept: false, may_decline: false });
  const request = await row(/3 days/);
  expect(request.getByText("The owner decides.")).toBeTruthy();
  expect(request.queryByRole("button", { name: /^(Accept|Decline)/ })).toBeNull();
});

test("whoever accepts by keyboard is at the heading of the page once the request is gone", async () => {
  const backend = await openRequests(disputed, absent);
  const accept = await screen.findByRole("button", { name: "Accept 140 for Aelwyn" });
  backend.answers(acceptRequest, { ...disputed, state: "accepted" }).answers(listRequests, listOf(absent));
  accept.focus();
  await userEvent.keyboard("{Enter}");
  await waitFor(() => expect(accept.isConnected).toBe(false));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("heading", { level: 1 })));
});

test("what the filters show is handed out as a file", async () => {
  await openRequests(disputed, absent);
  const files = catchFiles();
  await userEvent.click(await screen.findByRole("button", { name: "Export CSV" }));
  await waitFor(() => expect(files).toHaveLength(1));
  expect(namesOfFiles()[0]).toMatch(/^night-owls-value-and-away-requests-open-\d{4}/);
  const lines = (await files[0]?.text())?.split("\r\n") ?? [];
  expect(lines[0]).toMatch(/^kind,state,player,activity,from,to,was,wanted,reason,created_at,/);
  expect(lines[1]).toMatch(/^value,open,Aelwyn,Troops donated,2026-03-01,2026-03-01,,140,Donated before the war,/);
  expect(lines[2]).toMatch(/^away,open,Aelwyn,,2026-03-10,2026-03-12,,,Exams,/);
});

test("declining asks for a reason first", async () => {
  const backend = await openRequests(disputed);
  backend.answers(declineRequest, { ...disputed, state: "declined", answer: "Seen online" });
  await userEvent.click(await screen.findByRole("button", { name: "Decline… Aelwyn" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Decline Aelwyn’s request" }));
  await userEvent.click(dialog.getByRole("button", { name: "Decline" }));
  expect(dialog.getByText("Give a reason of at least 3 characters.")).toBeTruthy();
  await userEvent.type(dialog.getByLabelText("Reason"), "Seen online");
  await userEvent.click(dialog.getByRole("button", { name: "Decline" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(backend.callsTo(declineRequest)[0]?.body).toEqual({ reason: "Seen online" });
});

test("declining that is refused after the dialog was closed is said", async () => {
  const backend = await openRequests(disputed);
  const held = Promise.withResolvers<Response>();
  const path = `POST /api/clans/${nightOwls.id}/requests/${disputed.id}/decline`;
  backend.repliesTo(path, () => held.promise);
  await userEvent.click(await screen.findByRole("button", { name: "Decline… Aelwyn" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Decline Aelwyn’s request" }));
  await userEvent.type(dialog.getByLabelText("Reason"), "Seen online");
  await userEvent.click(dialog.getByRole("button", { name: "Decline" }));
  await waitFor(() => expect(backend.callsTo(declineRequest)).toHaveLength(1));
  await userEvent.click(dialog.getByRole("button", { name: "Close" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  const message = "Juno has already accepted this request.";
  held.resolve(Response.json({ error: "conflict", message }, { status: 409 }));
  await screen.findByText(`Failed to decline Aelwyn’s request. ${message}`);
});

test("what somebody else decided first says so, and the list is read again", async () => {
  const backend = await openRequests(disputed);
  const message = "Juno has already accepted this request";
  backend.repliesTo(`POST /api/clans/${nightOwls.id}/requests/${disputed.id}/accept`, () =>
    Response.json({ error: "conflict", message }, { status: 409 }),
  );
  await userEvent.click(await screen.findByRole("button", { name: /^Accept 140/ }));
  expect((await screen.findByRole("alert")).textContent).toBe(message);
  await waitFor(() => expect(backend.callsTo(listRequests).length).toBeGreaterThan(1));
});

test("decided ones are the second list; without any the page says what comes there", async () => {
  const backend = await openRequests();
  expect(await screen.findByText("Nothing to decide")).toBeTruthy();
  const declined: ClanRequest = { ...disputed, state: "declined", decided_by: "Juno", answer: "Seen online" };
  backend.answers(listRequests, listOf({ ...declined, may_accept: false, may_decline: false }));
  await userEvent.click(screen.getByRole("button", { name: "Decided" }));
  expect(await screen.findByText("“Seen online”")).toBeTruthy();
  expect(backend.callsTo(listRequests).at(-1)?.query.get("state")).toBe("decided");
  expect(screen.queryByRole("button", { name: /^Accept/ })).toBeNull();
});

test("members see the roster alone, and say on their own row that they are away", async () => {
  const clan = { ...ironwood, member_id: kara.id };
  const backend = fakeClans(clan);
  await openRoster(rosterOf({ ...kara, role: "member" }, aelwyn), backend, clan, "&view=requests");
  expect(screen.queryByRole("navigation", { name: "Players" })).toBeNull();
  await choose("Kara", "I am away");
  const dialog = within(await screen.findByRole("dialog", { name: "I am away" }));
  await userEvent.type(dialog.getByLabelText("Reason (optional)"), "Exams");
  backend.answers(createRequest, { ...absent, state: "accepted" });
  await userEvent.click(dialog.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  const { clan_date: from } = clan.today;
  expect(backend.callsTo(createRequest)[0]?.body).toEqual({ kind: "away", from, to: "2026-03-09", reason: "Exams" });
  // What counts at once can be taken back at once.
  backend.answers(deleteRequest, { ...absent, state: "withdrawn" });
  await userEvent.click(await screen.findByRole("button", { name: "Undo" }));
  await waitFor(() => expect(backend.callsTo(deleteRequest)).toHaveLength(1));
  expect(backend.callsTo(deleteRequest)[0]?.call).toContain(absent.id);
});

test("what was just accepted can be taken back, and pictures show what proves it", async () => {
  const backend = await openRequests({ ...disputed, pictures: ["33333333-0000-4000-8000-0000000000aa"] });
  backend.answers(acceptRequest, { ...disputed, state: "accepted" }).answers(undoDecision, disputed);
  const value = await row(/Troops donated, Sun 1 Mar/);
  await waitFor(() => expect(backend.callsTo(getRequestPicture).length).toBeGreaterThan(0));
  await userEvent.click(value.getByRole("button", { name: "Accept 140 for Aelwyn" }));
  await userEvent.click(await screen.findByRole("button", { name: "Undo" }));
  await waitFor(() => expect(backend.callsTo(undoDecision)).toHaveLength(1));
});
