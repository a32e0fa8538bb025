import { getProfile } from "@clanhall/contract/account";
import { getInvite, linkInvite, processInvite } from "@clanhall/contract/invites";
import { listMyClans } from "@clanhall/contract/clans";
import { screen, waitFor } from "@testing-library/react";
import { userEvent } from "../testing/user-event.ts";
import { describe, expect, test } from "vitest";
import { keepGrant, readGrant } from "../features/invites/api.ts";
import { storeSession } from "../testing/auth-entry.ts";
import { karasProfile } from "../testing/fake-account.ts";
import { fakeAuth } from "../testing/fake-auth.ts";
import { fakeBackend } from "../testing/fake-backend.ts";
import { heading, openApp } from "../testing/open-app.tsx";

const id = "55555555-5555-4555-8555-555555555555";
const inHalfAnHour = () => new Date(Date.now() + 30 * 60_000).toISOString();
const opened = () => ({
  invite_session_token: "session-1",
  expires_at: inHalfAnHour(),
  clan_member: { id, name: "Kara", tint: 2, clan: { id, name: "Night Owls" } },
});
const linked = { clan_id: id, clan_member_id: id, clan_name: "Night Owls", member_name: "Kara" };
const openState = {
  state: "open",
  expires_at: null,
  is_processed: false,
  used_by_me: false,
  locked_for: null,
} as const;

function storeGrant() {
  keepGrant({
    inviteToken: "token-1",
    sessionToken: "session-1",
    expiresAt: inHalfAnHour(),
    memberName: "Kara",
    clanName: "Night Owls",
  });
}

/** Opens the invite on a backend that knows it, as Kara or as a visitor. */
function openInvite({ signedIn = false } = {}) {
  const backend = fakeBackend()
    .answers(getProfile, karasProfile)
    .answers(listMyClans, [])
    .answers(getInvite, openState)
    .answers(processInvite, opened())
    .answers(linkInvite, linked);
  fakeAuth(backend);
  if (signedIn) storeSession();
  const start = () => openApp("/invite/token-1");
  return { backend, start };
}

type Backend = ReturnType<typeof fakeBackend>;

function refuse(backend: Backend, step: "process" | "link", status: number, body: object) {
  backend.repliesTo(`POST /api/invites/token-1/${step}`, () => Response.json(body, { status }));
}

const codeField = () => screen.findByLabelText("Code");
const typeCode = async (code = "123456") => userEvent.type(await codeField(), code);

describe("the code", () => {
  test("is sent with its last digit, and only then is the clan named", async () => {
    const { backend, start } = openInvite();
    start();
    await heading("You are invited");
    expect(document.body.textContent).not.toContain("Night Owls");
    await typeCode();
    await heading("Join Night Owls");
    expect(screen.getByText(/You will be linked to/).textContent).toBe("You will be linked to Kara in Night Owls.");
    expect(backend.callsTo(processInvite)[0]?.body).toEqual({ verificationCode: "123456" });
    expect(backend.callsTo(processInvite)[0]?.headers.get("authorization")).toBeNull();
  });

  test("may be pasted with spaces", async () => {
    const { backend, start } = openInvite();
    start();
    await userEvent.click(await codeField());
    await userEvent.paste("123 456");
    await heading("Join Night Owls");
    expect(backend.callsTo(processInvite)).toHaveLength(1);
  });

  test("that is too short is not sent", async () => {
    const { backend, start } = openInvite();
    start();
    await typeCode("123");
    await userEvent.click(screen.getByRole("button", { name: "Continue" }));
    await screen.findByText("Enter all 6 digits.");
    expect(backend.callsTo(processInvite)).toEqual([]);
  });

  test("that is wrong says how many tries are left and makes room for the next", async () => {
    const { backend, start } = openInvite();
    const details = [{ path: "tries_left", message: "3" }];
    refuse(backend, "process", 403, { error: "forbidden", message: "This code is wrong", details });
    start();
    await typeCode();
    await screen.findByText(/does not match.*3 tries are left\./);
    const field = await codeField();
    expect(field).toHaveProperty("value", "");
    expect(document.activeElement).toBe(field);
    backend.answers(processInvite, opened());
    refuseNothing(backend);
    await typeCode();
    await heading("Join Night Owls");
  });

  test("too many wrong ones lock the invite with a countdown", async () => {
    const { backend, start } = openInvite();
    refuse(backend, "process", 423, { error: "locked", message: "Wait", retry_after: 899 });
    start();
    await typeCode();
    expect((await screen.findByRole("timer")).textContent).toMatch(/^(15:00|14:5\d)$/);
    expect(screen.getByText("Too many wrong codes. This invite is locked for now.")).toBeTruthy();
    expect(await codeField()).toHaveProperty("readOnly", true);
    await userEvent.type(await codeField(), "{Enter}");
    expect(screen.queryByRole("button", { name: "Continue" })).toBeNull();
    expect(backend.callsTo(processInvite)).toHaveLength(1);
  });

  test.each([
    ["expired", "This invite has expired"],
    ["cancelled", "This invite was cancelled"],
    ["used", "This invite has already been used"],
  ])("of an invite that is %s leads nowhere and says why", async (state, title) => {
    const { backend, start } = openInvite();
    refuse(backend, "process", 410, { error: "gone", message: "Over", details: [{ path: "state", message: state }] });
    start();
    await typeCode();
    await heading(title);
    expect(screen.getByText("Log in", { selector: "main a" })).toBeTruthy();
    expect(screen.queryByLabelText("Code")).toBeNull();
  });

  test("of a player who was removed shows the server's sentence", async () => {
    const { backend, start } = openInvite();
    const message = "This player is no longer active in the clan.";
    refuse(backend, "process", 410, { error: "gone", message });
    start();
    await typeCode();
    await heading("This invite is no longer open");
    expect(screen.getByText(message)).toBeTruthy();
  });

  test("stays typed when there are too many tries from one network", async () => {
    const { backend, start } = openInvite();
    refuse(backend, "process", 429, { error: "rate_limited", message: "Too many codes were tried.", retry_after: 60 });
    start();
    await typeCode();
    await screen.findByText("Too many codes were tried.");
    expect(await codeField()).toHaveProperty("value", "123456");
  });

  test("stays typed when the server breaks down", async () => {
    const { backend, start } = openInvite();
    refuse(backend, "process", 500, { error: "internal", message: "Oops" });
    start();
    await typeCode();
    await screen.findByText(/went wrong on our side/);
    expect(await codeField()).toHaveProperty("value", "123456");
  });

  test("stays typed when nothing is reached", async () => {
    const { backend, start } = openInvite();
    backend.repliesTo("POST /api/invites/token-1/process", () => Promise.reject(new TypeError("Failed to fetch")));
    start();
    await typeCode();
    await screen.findByText(/No answer from the server/);
    expect(await codeField()).toHaveProperty("value", "123456");
  });
});

function refuseNothing(backend: Backend) {
  backend.repliesTo("POST /api/invites/token-1/process", () => Response.json(opened()));
}

describe("a visitor with the right code", () => {
  test("gets every way in, and each leads back here", async () => {
    const { start } = openInvite();
    storeGrant();
    start();
    await heading("Join Night Owls");
    const next = `?next=${encodeURIComponent("/invite/token-1")}`;
    const ways = screen.getAllByRole("link").filter((link) => link.closest("main") !== null);
    expect(ways.map((link) => link.getAttribute("href"))).toEqual([`/signup${next}`, `/login${next}`]);
  });

  test("has to enter it again once half an hour is over", async () => {
    const { start } = openInvite();
    storeGrant();
    const grant = readGrant("token-1");
    if (grant) keepGrant({ ...grant, expiresAt: "2026-01-01T00:00:00.000Z" });
    start();
    await heading("You are invited");
    expect(localStorage.getItem("invite_grant")).toBeNull();
  });

  test("cannot use it for another invite", () => {
    storeGrant();
    expect(readGrant("token-2")).toBeNull();
  });
});

describe("somebody who is signed in", () => {
  test("continues with their account and lands on the dashboard as the player", async () => {
    const { backend, start } = openInvite({ signedIn: true });
    start();
    await typeCode();
    await userEvent.click(await screen.findByRole("button", { name: "Continue as kara@owls.example" }));
    await screen.findByText("You are Kara in Night Owls now");
    await heading("Dashboard");
    expect(backend.callsTo(linkInvite)[0]?.body).toEqual({ inviteSessionToken: "session-1" });
    expect(localStorage.getItem("invite_grant")).toBeNull();
  });

  test("may leave for another account; the invite waits", async () => {
    const { start } = openInvite({ signedIn: true });
    storeGrant();
    start();
    await userEvent.click(await screen.findByRole("button", { name: "Use another account" }));
    await screen.findByRole("link", { name: "Sign up" });
    expect(readGrant("token-1")).not.toBeNull();
  });

  test.each([
    ["expired", false, "This invite has expired"],
    ["cancelled", false, "This invite was cancelled"],
    ["used", false, "This invite has already been used"],
    ["used", true, "You have already used this invite"],
  ] as const)("learns without a code that it is %s (by them: %s)", async (state, used_by_me, title) => {
    const { backend, start } = openInvite({ signedIn: true });
    backend.answers(getInvite, { ...openState, state, used_by_me });
    start();
    await heading(title);
    expect(screen.getByRole("link", { name: "Go to the dashboard" })).toBeTruthy();
  });

  test("learns without a code how long it is locked", async () => {
    const { backend, start } = openInvite({ signedIn: true });
    backend.answers(getInvite, { ...openState, locked_for: 61 });
    start();
    expect((await screen.findByRole("timer")).textContent).toMatch(/^1:0\d$/);
  });

  test("who has a player in this clan already reads so and may use another account", async () => {
    const { backend, start } = openInvite({ signedIn: true });
    const message = "You already have a player in this clan.";
    refuse(backend, "link", 409, { error: "conflict", message });
    storeGrant();
    start();
    await userEvent.click(await screen.findByRole("button", { name: /^Continue as/ }));
    await heading("This account was not linked");
    expect(screen.getByText(message)).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Use another account" }));
    await heading("Join Night Owls");
  });

  test("is asked for the code again when its half hour is over", async () => {
    const { backend, start } = openInvite({ signedIn: true });
    refuse(backend, "link", 403, { error: "forbidden", message: "Please enter the invite's code again." });
    storeGrant();
    start();
    await userEvent.click(await screen.findByRole("button", { name: /^Continue as/ }));
    await heading("You are invited");
    await screen.findByText(/Enter the code again/);
    expect(readGrant("token-1")).toBeNull();
  });

  test("keeps the right code when the link step fails on the server's side", async () => {
    const { backend, start } = openInvite({ signedIn: true });
    refuse(backend, "link", 500, { error: "internal", message: "Oops" });
    storeGrant();
    start();
    await userEvent.click(await screen.findByRole("button", { name: /^Continue as/ }));
    await screen.findByText(/went wrong on our side/);
    backend.repliesTo("POST /api/invites/token-1/link", () => Response.json(linked));
    await userEvent.click(screen.getByRole("button", { name: /^Continue as/ }));
    await waitFor(() => expect(backend.callsTo(linkInvite)).toHaveLength(2));
    await heading("Dashboard");
  });
});
