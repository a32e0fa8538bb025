import {
  approveJoinRequest,
  approveJoinRequests,
  askToJoin,
  declineJoinRequest,
  getJoinLink,
  getJoinPage,
  type JoinLink,
  type JoinRequest,
  listJoinBlocks,
  listJoinNames,
  listJoinRequests,
  listMyJoinRequests,
  type MyJoinRequest,
  putJoinLink,
  removeJoinBlock,
  withdrawJoinRequest,
} from "@clanhall/contract/join-links";
import { listRequests } from "@clanhall/contract/requests";
import { listMyClans } from "@clanhall/contract/clans";
import { getConfig } from "@clanhall/contract/system";
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { approveMany } from "../features/joining/api.ts";
import { catchFiles, namesOfFiles } from "../testing/catch-files.ts";
import { fakeBackend, plainConfig } from "../testing/fake-backend.ts";
import { fakeClans, nightOwls, toCard } from "../testing/fake-clans.ts";
import { fakeInvites } from "../testing/fake-invites.ts";
import { heading, openApp } from "../testing/open-app.tsx";
import { openRoster } from "../testing/fake-roster.ts";
import { userEvent } from "../testing/user-event.ts";

const page = {
  clan_name: "Night Owls",
  description: "We play at night.",
  game: null,
  question: "Which server?",
  names: "typed" as const,
  needs_confirmed_email: true as const,
};

const waiting: MyJoinRequest = {
  id: "44444444-0000-4000-8000-000000000001",
  clan_name: "Night Owls",
  clan_id: null,
  name: "Nia",
  state: "waiting",
  reason: null,
  created_at: new Date().toISOString(),
  decided_at: null,
};

test("a visitor is asked to sign in first, and every way in leads back", async () => {
  fakeBackend().answers(getJoinPage, page);
  openApp("/join/secret");
  await heading("Join Night Owls");
  expect(screen.getByText("We play at night.")).toBeTruthy();
  expect(screen.getByRole("link", { name: "Sign up" }).getAttribute("href")).toBe("/signup?next=%2Fjoin%2Fsecret");
});

test("a link that is closed says so, and what to do", async () => {
  fakeBackend().refuses(getJoinPage, 404);
  openApp("/join/secret");
  await heading("This link does not work");
  expect(screen.getByRole("link", { name: "Log in" }).getAttribute("href")).toBe("/login");
});

test("somebody says who they are, answers the question and is told that officers decide", async () => {
  const backend = fakeBackend()
    .answers(getJoinPage, page)
    .answers(listMyJoinRequests, { items: [] })
    .answers(askToJoin, { id: "44444444-0000-4000-8000-000000000001", state: "waiting" });
  openApp("/join/secret", { user: "user-1" });
  await heading("Join Night Owls");
  await userEvent.click(screen.getByRole("button", { name: "Ask to join" }));
  expect(screen.getByText("Enter your name in the game.")).toBeTruthy();
  expect(screen.getByText("Answer the question.")).toBeTruthy();
  await userEvent.type(screen.getByLabelText("Your name in the game"), "Nia");
  await userEvent.type(screen.getByLabelText("Which server?"), "Europe");
  backend.answers(listMyJoinRequests, { items: [waiting] });
  await userEvent.click(screen.getByRole("button", { name: "Ask to join" }));
  await heading("You have asked to join");
  expect(screen.getByText("Night Owls’ officers decide. You get a mail.")).toBeTruthy();
  // Whoever comes back by the link can take the request back there.
  backend.answers(withdrawJoinRequest, {}).answers(listMyJoinRequests, { items: [] });
  await userEvent.click(screen.getByRole("button", { name: "Withdraw" }));
  await heading("Join Night Owls");
  expect(backend.callsTo(askToJoin)[0]?.body).toEqual({ name: "Nia", answer: "Europe", note: "" });
});

test("an account that the clan blocked finds the link closed, whichever call says so", async () => {
  const backend = fakeBackend().answers(getJoinPage, page).refuses(listMyJoinRequests, 404);
  openApp("/join/secret", { user: "user-1" });
  await heading("This link does not work");
  expect(screen.queryByRole("button", { name: "Ask to join" })).toBeNull();
  cleanup();
  backend.answers(getJoinPage, { ...page, names: "list" }).answers(listMyJoinRequests, { items: [] });
  backend.refuses(listJoinNames, 404);
  openApp("/join/secret", { user: "user-1" });
  await heading("This link does not work");
  cleanup();
  // Blocked while the form is open.
  backend.answers(getJoinPage, { ...page, question: null }).refuses(askToJoin, 404);
  openApp("/join/secret", { user: "user-1" });
  await userEvent.type(await screen.findByLabelText("Your name in the game"), "Nia");
  backend.refuses(listMyJoinRequests, 404);
  await userEvent.click(screen.getByRole("button", { name: "Ask to join" }));
  await heading("This link does not work");
});

test("the form comes once the names are there, and stays as it was begun", async () => {
  const answer = Promise.withResolvers<Response>();
  const backend = fakeBackend()
    .answers(getJoinPage, { ...page, names: "list", question: null })
    .answers(listMyJoinRequests, { items: [] })
    .repliesTo("GET /api/join/:token/names", () => answer.promise);
  const { queries } = openApp("/join/secret", { user: "user-1" });
  await waitFor(() => expect(backend.callsTo(listJoinNames)).toHaveLength(1));
  expect(screen.queryByLabelText("Your name in the game")).toBeNull();
  expect(screen.queryByRole("button", { name: "Ask to join" })).toBeNull();
  answer.resolve(Response.json({ error: "forbidden", message: "No" }, { status: 403 }));
  const field = await screen.findByLabelText("Your name in the game");
  await userEvent.type(field, "Nia");
  // The address is confirmed in another tab meanwhile.
  backend.answers(listJoinNames, { items: [{ key: "k".repeat(43), name: "Bram" }] });
  await queries.invalidateQueries({ queryKey: ["join"] });
  await screen.findByRole("button", { name: "Choose from the list" });
  expect(screen.getByLabelText("Your name in the game")).toHaveProperty("value", "Nia");
});

test("without a mail server no mail is promised: the answer is at the link and on the dashboard", async () => {
  const withoutMail = { ...plainConfig, mail: false };
  fakeBackend()
    .answers(getConfig, withoutMail)
    .answers(getJoinPage, page)
    .answers(listMyJoinRequests, { items: [waiting] });
  openApp("/join/secret", { user: "user-1" });
  await heading("You have asked to join");
  await screen.findByText("Night Owls’ officers decide. You can see the answer here and on your dashboard.");
  cleanup();
  openApp("/dashboard", { user: "user-1" });
  expect(await screen.findByText("The officers decide. You can see the answer here.")).toBeTruthy();
});

test("whoever was let in opens the clan’s home", async () => {
  const request: MyJoinRequest = {
    ...waiting,
    state: "approved",
    clan_id: nightOwls.id,
    decided_at: new Date().toISOString(),
  };
  fakeClans(nightOwls)
    .answers(getJoinPage, page)
    .answers(listMyJoinRequests, { items: [request] });
  openApp("/join/secret", { user: "user-1" });
  await heading("You are in");
  expect(screen.getByRole("link", { name: "Open" }).getAttribute("href")).toBe(`/clan/${nightOwls.id}`);
});

test("whoever withdraws just after they were let in reads that they are in, not the form again", async () => {
  const backend = fakeBackend()
    .answers(getJoinPage, page)
    .answers(listMyJoinRequests, { items: [waiting] });
  openApp("/join/secret", { user: "user-1" });
  await heading("You have asked to join");
  const decided_at = new Date().toISOString();
  backend
    .refuses(withdrawJoinRequest, 404)
    .answers(listMyClans, [toCard(nightOwls)])
    .answers(listMyJoinRequests, { items: [{ ...waiting, state: "approved", clan_id: nightOwls.id, decided_at }] });
  await userEvent.click(screen.getByRole("button", { name: "Withdraw" }));
  await heading("You are in");
  expect(screen.getByRole("link", { name: "Open" })).toBeTruthy();
  expect(screen.queryByRole("alert")).toBeNull();
});

test("the dashboard says who was let in only while they have a player there", async () => {
  const approved: MyJoinRequest = { ...waiting, state: "approved", decided_at: new Date().toISOString() };
  const declined: MyJoinRequest = { ...approved, id: idOf(2), clan_name: "Ironwood Pact", state: "declined" };
  const backend = fakeBackend().answers(listMyJoinRequests, { items: [approved, declined] });
  openApp("/dashboard", { user: "user-1" });
  const card = within(await screen.findByRole("region", { name: "Your request to join" }));
  expect(card.getByText("Ironwood Pact")).toBeTruthy();
  expect(screen.queryByText("You are in.")).toBeNull();
  cleanup();
  backend.answers(listMyJoinRequests, { items: [{ ...approved, clan_id: nightOwls.id }] });
  openApp("/dashboard", { user: "user-1" });
  expect(await screen.findByText("You are in.")).toBeTruthy();
});

test("where the clan shows its list, a name is chosen from it or typed all the same", async () => {
  const key = "k".repeat(43);
  const backend = fakeBackend()
    .answers(getJoinPage, { ...page, names: "list", question: null })
    .answers(listMyJoinRequests, { items: [] })
    .answers(listJoinNames, { items: [{ key, name: "Bram" }] })
    .answers(askToJoin, { id: "44444444-0000-4000-8000-000000000001", state: "waiting" });
  openApp("/join/secret", { user: "user-1" });
  await userEvent.type(await screen.findByLabelText("I am"), "br");
  await userEvent.click(await screen.findByRole("option", { name: "Bram" }));
  await userEvent.click(screen.getByRole("button", { name: "I am not in the list" }));
  expect(screen.getByLabelText("Your name in the game")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Choose from the list" }));
  await userEvent.click(screen.getByRole("button", { name: "Ask to join" }));
  await waitFor(() => expect(backend.callsTo(askToJoin)[0]?.body).toEqual({ key, answer: "", note: "" }));
});

test.each<[string, Partial<MyJoinRequest>, string]>([
  ["declined", { reason: "We are full." }, "Your request was declined"],
  ["declined", { decided_at: "2026-01-01T10:00:00.000Z" }, "Join Night Owls"],
  ["approved", { clan_id: nightOwls.id }, "You are in"],
  ["expired", {}, "Join Night Owls"],
] as const)("a request that was %s is what the link shows, as long as it counts", async (state, more, title) => {
  const request = { ...waiting, state: state as "declined", decided_at: new Date().toISOString(), ...more };
  fakeClans(nightOwls)
    .answers(getJoinPage, page)
    .answers(listMyJoinRequests, { items: [request] });
  openApp("/join/secret", { user: "user-1" });
  await heading(title);
  expect(screen.queryByText("We are full.") !== null).toBe(more.reason !== undefined);
});

const link: JoinLink = {
  url: "http://localhost:3000/join/secret",
  is_on: true,
  names: "typed",
  question: null,
  expires_at: null,
  max_uses: 50,
  uses: 12,
  is_full: false,
  version: 3,
};

test("the link is made under Invites, copied from there and switched off", async () => {
  const backend = fakeInvites().answers(putJoinLink, link);
  openApp(`/invites?clan=${nightOwls.id}`, { user: "user-1" });
  const make = await screen.findByRole("button", { name: "Create a join link" });
  backend.answers(getJoinLink, link);
  await userEvent.click(make);
  await waitFor(() => expect(backend.callsTo(putJoinLink)[0]?.body).toEqual({ is_on: true, version: null }));
  const card = within(await screen.findByRole("region", { name: "Join link" }));
  expect(await card.findByText(/12 of 50 people let in/)).toBeTruthy();
  await userEvent.click(card.getByRole("button", { name: "Switch off" }));
  await waitFor(() => expect(backend.callsTo(putJoinLink)).toHaveLength(2));
  expect(backend.callsTo(putJoinLink)[1]?.body).toMatchObject({ is_on: false, version: 3, max_uses: 50 });
});

const asked: JoinRequest = {
  id: "44444444-0000-4000-8000-000000000001",
  state: "waiting",
  user: {
    display_name: "Nia",
    provider: "discord",
    discord_name: "nia_owl",
    account_created_at: "2026-03-01T10:00:00.000Z",
  },
  wanted: null,
  name: "Brynia",
  name_taken: false,
  similar: [{ member_id: "55555555-0000-4000-8000-000000000001", name: "Brynja" }],
  answer: "Europe",
  note: "",
  reason: null,
  created_at: "2026-03-02T20:00:00.000Z",
  decided_at: null,
  decided_by: null,
  version: 1,
};

test("officers let somebody in as the player they may be, or decline with a reason", async () => {
  const backend = fakeClans(nightOwls)
    .answers(listRequests, { items: [], next_cursor: null, open: { value: 0, away: 0 } })
    .answers(listJoinRequests, { items: [asked], next_cursor: null, counts: { waiting: 1, decided: 0 } })
    .answers(listJoinBlocks, { items: [] })
    .answers(approveJoinRequest, { member_id: "55555555-0000-4000-8000-000000000001", name: "Brynja" })
    .answers(declineJoinRequest, {});
  await openRoster(null, backend, nightOwls, "&view=requests");
  const queue = within(await screen.findByRole("region", { name: "Wants to join (1)" }));
  expect(await queue.findByText(/signs in with Discord · nia_owl on Discord/)).toBeTruthy();
  await userEvent.click(queue.getByRole("button", { name: "Approve as Brynja" }));
  await waitFor(() =>
    expect(backend.callsTo(approveJoinRequest)[0]?.body).toEqual({
      as: { kind: "row", member_id: "55555555-0000-4000-8000-000000000001" },
      version: 1,
    }),
  );
  await userEvent.click(queue.getByRole("button", { name: "Decline…" }));
  const dialog = within(screen.getByRole("dialog", { name: "Decline Brynia?" }));
  await userEvent.type(dialog.getByLabelText("Reason (optional)"), "We are full.");
  await userEvent.click(dialog.getByRole("button", { name: "Decline" }));
  await waitFor(() =>
    expect(backend.callsTo(declineJoinRequest)[0]?.body).toEqual({ block: false, version: 1, reason: "We are full." }),
  );
});

test.each(["Approve as Brynja", "Approve 1"])("%s takes the request off the list, but not the focus", async (name) => {
  const counts = { waiting: 1, decided: 0 };
  const backend = fakeClans(nightOwls)
    .answers(listRequests, { items: [], next_cursor: null, open: { value: 0, away: 0 } })
    .answers(listJoinRequests, { items: [asked], next_cursor: null, counts })
    .answers(listJoinBlocks, { items: [] })
    .answers(approveJoinRequest, { member_id: idOf(900), name: "Brynja" })
    .answers(approveJoinRequests, { results: [{ id: asked.id, ok: true }] });
  await openRoster(null, backend, nightOwls, "&view=requests");
  await userEvent.click(await screen.findByRole("checkbox", { name: "Brynia" }));
  backend.answers(listJoinRequests, { items: [], next_cursor: null, counts: { waiting: 0, decided: 1 } });
  await userEvent.click(screen.getByRole("button", { name }));
  await screen.findByText("No requests to join right now.");
  await waitFor(() => expect(document.activeElement?.textContent).toBe("Manage Players"));
});

test("what officers cannot do says why, and an account is blocked with its request", async () => {
  const blocked = { user_id: idOf(5), display_name: "Tom", created_at: "2026-03-01T10:00:00.000Z" };
  const backend = fakeClans(nightOwls)
    .answers(listRequests, { items: [], next_cursor: null, open: { value: 0, away: 0 } })
    .answers(listJoinRequests, { items: [asked], next_cursor: null, counts: { waiting: 1, decided: 0 } })
    .answers(listJoinBlocks, { items: [blocked] })
    .refuses(approveJoinRequest, 409)
    .refuses(removeJoinBlock, 409)
    .answers(declineJoinRequest, {});
  await openRoster(null, backend, nightOwls, "&view=requests");
  const queue = within(await screen.findByRole("region", { name: "Wants to join (1)" }));
  await userEvent.click(queue.getByRole("button", { name: "Approve as Brynja" }));
  expect((await queue.findByRole("alert")).textContent).toBe("No");
  await userEvent.click(await queue.findByText("Blocked accounts (1)"));
  await userEvent.click(queue.getByRole("button", { name: "Unblock" }));
  await waitFor(() => expect(queue.getAllByRole("alert").map(({ textContent }) => textContent)).toEqual(["No", "No"]));

  await userEvent.click(queue.getByRole("button", { name: "Decline…" }));
  const dialog = within(screen.getByRole("dialog", { name: "Decline Brynia?" }));
  await userEvent.click(dialog.getByRole("checkbox", { name: /^Block this account/ }));
  await userEvent.click(dialog.getByRole("button", { name: "Decline" }));
  await waitFor(() => expect(backend.callsTo(declineJoinRequest)[0]?.body).toEqual({ block: true, version: 1 }));
});

test("whose player or name is taken needs another player", async () => {
  const player = { role: "member", last_entry: null, rivals: 1 } as const;
  const wanted = { ...player, member_id: idOf(900), name: "Bram", taken: true };
  const items: JoinRequest[] = [
    { ...asked, id: idOf(1), name: "Bram", name_taken: true, wanted, similar: [] },
    { ...asked, id: idOf(2), name: "Kara", name_taken: true, similar: [] },
    { ...asked, id: idOf(3), name: "Dorn", similar: [] },
  ];
  const backend = fakeClans(nightOwls)
    .answers(listRequests, { items: [], next_cursor: null, open: { value: 0, away: 0 } })
    .answers(listJoinRequests, { items, next_cursor: null, counts: { waiting: 3, decided: 0 } })
    .answers(listJoinBlocks, { items: [] })
    .answers(approveJoinRequest, { member_id: idOf(900), name: "Kara 2" });
  await openRoster(null, backend, nightOwls, "&view=requests");
  const queue = within(await screen.findByRole("region", { name: "Wants to join (3)" }));
  expect(queue.getByText("Bram is taken")).toBeTruthy();
  expect(queue.getByText("1 other asks for the same player")).toBeTruthy();
  expect(queue.getByText("Kara is taken")).toBeTruthy();
  expect(queue.getAllByRole("button", { name: /^Approve/ }).map(({ textContent }) => textContent)).toEqual([
    "Approve as new player Dorn",
  ]);
  const others = queue.getAllByRole("button", { name: "As another player…" });
  expect(others.map(({ dataset }) => dataset.variant)).toEqual(["primary", "primary", "secondary"]);
  await userEvent.click(others[1] as HTMLElement);
  const dialog = within(await screen.findByRole("dialog", { name: "Who is Kara?" }));
  const name = dialog.getByLabelText("Name of the new player");
  expect(name).toHaveProperty("value", "");
  await userEvent.type(name, "Kara 2");
  await userEvent.click(dialog.getByRole("button", { name: "Approve" }));
  await waitFor(() =>
    expect(backend.callsTo(approveJoinRequest)[0]?.body).toEqual({ as: { kind: "new", name: "Kara 2" }, version: 1 }),
  );
});

const idOf = (n: number) => `44444444-0000-4000-8000-${String(n).padStart(12, "0")}`;

test("a long queue comes page by page and says how long it is, and who else asks for the same player", async () => {
  const player = { member_id: idOf(900), name: "Bram", role: "member", taken: false, last_entry: null } as const;
  const counts = { waiting: 3, decided: 12 };
  const backend = fakeClans(nightOwls)
    .answers(listRequests, { items: [], next_cursor: null, open: { value: 0, away: 0 } })
    .answers(listJoinRequests, { items: [asked], next_cursor: idOf(1), counts })
    .answers(listJoinBlocks, { items: [] })
    .answers(approveJoinRequests, { results: [] });
  await openRoster(null, backend, nightOwls, "&view=requests");
  const queue = within(await screen.findByRole("region", { name: "Wants to join (3)" }));
  expect(queue.getByText("Decided (12)")).toBeTruthy();
  const wanted = { ...player, rivals: 2 };
  const last = { ...asked, id: idOf(3), name: "Bram", wanted, similar: [] };
  backend.answers(listJoinRequests, { items: [last], next_cursor: null, counts });
  await userEvent.click(queue.getByRole("button", { name: "Show more" }));
  // The others stand on pages of their own: the server counts them.
  expect(await queue.findByText("2 others ask for the same player")).toBeTruthy();
  expect(queue.getByText("Says they are Bram (member, no values yet)")).toBeTruthy();
  expect(backend.callsTo(listJoinRequests).at(-1)?.query.get("cursor")).toBe(idOf(1));
  expect(queue.queryByRole("button", { name: "Show more" })).toBeNull();
  expect(document.activeElement?.textContent).toContain("Says they are Bram");
  for (const box of queue.getAllByRole("checkbox")) await userEvent.click(box);
  await userEvent.click(queue.getByRole("button", { name: "Approve 2" }));
  await waitFor(() => expect(backend.callsTo(approveJoinRequests)[0]?.body).toEqual({ ids: [asked.id, idOf(3)] }));
});

test("who wants to join, and what was decided, are handed out as files that say so", async () => {
  const first: JoinRequest = { ...asked, note: "From Bram" };
  const decided: JoinRequest = {
    ...asked,
    id: idOf(2),
    state: "declined",
    similar: [],
    reason: "We are full",
    decided_at: "2026-03-03T20:00:00.000Z",
    decided_by: "Kara",
  };
  const path = `GET /api/clans/${nightOwls.id}/join-requests`;
  const backend = fakeClans(nightOwls)
    .answers(listRequests, { items: [], next_cursor: null, open: { value: 0, away: 0 } })
    .answers(listJoinBlocks, { items: [] });
  backend.repliesTo(path, () => {
    const query = backend.received.at(-1)?.query;
    const items =
      query?.get("state") === "decided" ? [decided] : [query?.get("cursor") ? { ...first, name: "Dorn" } : first];
    const next_cursor = query?.get("state") === "waiting" && !query.get("cursor") ? asked.id : null;
    return Response.json({ items, next_cursor, counts: { waiting: 2, decided: 1 } });
  });
  await openRoster(null, backend, nightOwls, "&view=requests&kind=join");
  const queue = within(await screen.findByRole("region", { name: "Wants to join (2)" }));
  const files = catchFiles();
  await userEvent.click(await queue.findByRole("button", { name: "Export CSV" }));
  await waitFor(() => expect(files).toHaveLength(1));
  const linesOf = async (file: Blob | undefined) => (await file?.text())?.split("\r\n") ?? [];
  const lines = await linesOf(files[0]);
  expect(lines[0]).toBe(
    "name,state,account,provider,discord_name,account_created_at,wanted,similar,answer,note,created_at,decided_at,decided_by,reason",
  );
  const nia = `waiting,Nia,discord,nia_owl,${asked.user.account_created_at},,Brynja,Europe,From Bram,${asked.created_at},,,`;
  expect(lines.slice(1)).toEqual([`Brynia,${nia}`, `Dorn,${nia}`, ""]);

  await userEvent.click(queue.getByText("Decided (1)"));
  await queue.findByText(/We are full/);
  const [, saveDecided] = queue.getAllByRole("button", { name: "Export CSV" });
  await userEvent.click(saveDecided as HTMLElement);
  await waitFor(() => expect(files).toHaveLength(2));
  expect((await linesOf(files[1]))[1]).toMatch(/^Brynia,declined,.*,2026-03-03T20:00:00.000Z,Kara,We are full$/);
  const names = namesOfFiles().map((name) => name.replace(/-\d{4}-\d\d-\d\d\.csv$/, ""));
  expect(names).toEqual(["night-owls-join-requests-waiting", "night-owls-join-requests-decided"]);
});

test("more than a call takes are approved by several", async () => {
  const backend = fakeClans(nightOwls).answers(approveJoinRequests, { results: [{ id: idOf(1), ok: true }] });
  const ids = Array.from({ length: 103 }, (_, n) => idOf(n));
  expect((await approveMany(nightOwls.id, ids)).results).toHaveLength(2);
  const sent = backend.callsTo(approveJoinRequests).map(({ body }) => (body as { ids: string[] }).ids);
  expect(sent).toEqual([ids.slice(0, 100), ids.slice(100)]);
});
