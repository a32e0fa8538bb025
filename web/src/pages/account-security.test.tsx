import { checkPassword, listMySessions, listMySignIns, confirmMyIdentity } from "@clanhall/contract/account";
import { getConfig } from "@clanhall/contract/system";
import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "../testing/user-event.ts";
import { expect, test, vi } from "vitest";
import {
  elsewhereSession,
  emailIdentity,
  fakeAccount,
  goodSignIn,
  hereSession,
  karasUser,
  openAccount,
} from "../testing/fake-account.ts";
import { plainConfig } from "../testing/fake-backend.ts";
import { heading } from "../testing/open-app.tsx";

const region = (name: string) => screen.findByRole("region", { name });
const button = (name: string | RegExp) => screen.getByRole("button", { name });
const click = (name: string | RegExp) => userEvent.click(button(name));
const dialog = (name: string) => screen.findByRole("dialog", { name });

const discordIdentity = {
  ...emailIdentity,
  identity_id: "identity-2",
  provider: "discord",
  identity_data: { email: "kara@chat.example" },
};
const withDiscord = {
  ...plainConfig,
  providers: [{ key: "discord", name: "Discord" }],
  manual_linking: true,
};

async function openPasswordForm(opener = "Change password") {
  await openAccount("security");
  await region("Password");
  await click(opener);
}

async function typePasswords({ current = "right horse", again = "horse battery staple" } = {}) {
  if (current) await userEvent.insert(screen.getByLabelText("Current password"), current);
  await userEvent.insert(screen.getByLabelText("New password"), "horse battery staple");
  await userEvent.insert(screen.getByLabelText("New password again"), again);
}

test("a changed password signs out the other devices, and that is said", async () => {
  const { auth, backend } = fakeAccount();
  auth.answers("PUT /user", karasUser);
  backend.answers(checkPassword, { problem: null });
  await openPasswordForm();
  await typePasswords();
  expect(await screen.findByText("This password is strong enough.")).toBeTruthy();
  await click("Change password");
  await screen.findByText("Password changed. Your other devices are signed out.");
  expect(auth.sentTo("PUT /user")).toMatchObject([
    { password: "horse battery staple", current_password: "right horse" },
  ]);
  expect(screen.queryByLabelText("New password")).toBeNull();
  expect(document.activeElement).toBe(button("Change password"));
});

test.each([
  ["current_password_invalid", {}, "Current password", "This is not your current password."],
  ["same_password", {}, "New password", "This is your current password. Choose a new one."],
  [
    "weak_password",
    { weak_password: { reasons: ["pwned"] } },
    "New password",
    "This password is among the first an attacker would try. Choose one only you would think of.",
  ],
])("a password refused with %s gets its words at the right field", async (code, more, field, text) => {
  const { auth } = fakeAccount();
  auth.refuses("PUT /user", 422, code, more);
  await openPasswordForm();
  await typePasswords();
  await click("Change password");
  const message = await screen.findByText(text);
  expect(screen.getByLabelText(field).getAttribute("aria-describedby")).toContain(message.id);
});

test("two passwords that differ are not sent", async () => {
  const { auth } = fakeAccount();
  await openPasswordForm();
  await typePasswords({ again: "horse battery stapler" });
  await click("Change password");
  expect(screen.getByText("The two passwords differ.")).toBeTruthy();
  expect(auth.sentTo("PUT /user")).toEqual([]);
});

test("whoever has no password sets one after a code by mail; nothing typed is lost", async () => {
  const { backend, auth } = fakeAccount({ has_password: false });
  auth.refuses("PUT /user", 400, "reauthentication_needed").answers("GET /reauthenticate", {});
  backend.answers(confirmMyIdentity, { proved_until: "2026-01-01T00:05:00.000Z" });
  await openPasswordForm("Set a password");
  expect(screen.queryByLabelText("Current password")).toBeNull();
  await typePasswords({ current: "" });
  await click("Set password");
  const asked = within(await dialog("Confirm it is you"));
  await userEvent.click(asked.getByRole("button", { name: "Send me a code" }));
  await asked.findByText("Sent");
  await userEvent.type(asked.getByLabelText("Code from the message"), "123 456");
  auth.answers("PUT /user", karasUser);
  await userEvent.click(asked.getByRole("button", { name: "Confirm" }));
  await screen.findByText("Password changed. Your other devices are signed out.");
  expect(backend.callsTo(confirmMyIdentity)[0]?.body).toEqual({ code: "123456" });
  expect(auth.sentTo("PUT /user")).toHaveLength(2);
});

test("a linked account is unlinked after the password; a wrong one is told, and giving up changes nothing", async () => {
  const { backend, auth } = fakeAccount();
  backend.answers(getConfig, withDiscord).refuses(confirmMyIdentity, 403);
  const unlink = "DELETE /user/identities/identity-2";
  auth
    .answers("GET /user", { ...karasUser, identities: [emailIdentity, discordIdentity] })
    .refuses(unlink, 400, "reauthentication_needed");
  await openAccount("security");
  await userEvent.click(await screen.findByRole("button", { name: "Unlink Discord" }));
  const confirm = within(await dialog("Unlink Discord?"));
  await userEvent.click(confirm.getByRole("button", { name: "Unlink" }));
  let asked = within(await dialog("Confirm it is you"));
  await userEvent.click(asked.getByRole("button", { name: "Confirm" }));
  expect(asked.getByText("Enter your password.")).toBeTruthy();
  await userEvent.insert(asked.getByLabelText("Password"), "wrong horse");
  await userEvent.click(asked.getByRole("button", { name: "Confirm" }));
  await asked.findByText("No");
  expect(asked.getByLabelText("Password")).toHaveProperty("value", "wrong horse");
  await userEvent.click(asked.getByRole("button", { name: "Cancel" }));
  await confirm.findByText("Nothing was changed, because you did not confirm that it is you.");

  await userEvent.click(confirm.getByRole("button", { name: "Unlink" }));
  asked = within(await dialog("Confirm it is you"));
  backend.answers(confirmMyIdentity, { proved_until: "2026-01-01T00:05:00.000Z" });
  auth.answers(unlink, {}).answers("GET /user", karasUser);
  await userEvent.insert(asked.getByLabelText("Password"), "right horse");
  await userEvent.click(asked.getByRole("button", { name: "Confirm" }));
  await screen.findByText("No account of another service is linked.");
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("the only way in cannot be unlinked, and says why", async () => {
  const { auth } = fakeAccount({ has_password: false });
  auth.answers("GET /user", { ...karasUser, identities: [discordIdentity] });
  await openAccount("security");
  const unlink = await screen.findByRole("button", { name: "Unlink discord" });
  expect(unlink.getAttribute("aria-disabled")).toBe("true");
  expect(screen.getByText(/This is your only sign-in method/).id).toBe(unlink.getAttribute("aria-describedby"));
  await userEvent.click(unlink);
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("a further account is linked by going to its service; a refusal on the way back is told", async () => {
  const { backend, auth } = fakeAccount();
  backend.answers(getConfig, withDiscord);
  auth.answers("GET /user/identities/authorize", { url: "https://chat.example/authorize" });
  const leave = vi.spyOn(location, "assign").mockImplementation(() => undefined);
  await openAccount("security&error_code=identity_already_exists");
  await screen.findByText(/linked to someone else here/);
  await userEvent.click(await screen.findByRole("button", { name: "Link Discord" }));
  await waitFor(() => expect(leave).toHaveBeenCalledWith("https://chat.example/authorize"));
});

test("where linking is off, no link is offered", async () => {
  const { backend } = fakeAccount();
  backend.answers(getConfig, { ...withDiscord, manual_linking: false });
  await openAccount("security");
  await screen.findByText("No account of another service is linked.");
  expect(screen.queryByRole("button", { name: "Link Discord" })).toBeNull();
});

test("another device is signed out; this one is marked and has no such button", async () => {
  const { backend } = fakeAccount();
  backend.repliesTo(`DELETE /api/me/sessions/${elsewhereSession.id}`, () => Response.json({}));
  await openAccount("security");
  const card = await region("Where you are signed in");
  await within(card).findByText("This device");
  expect(within(card).queryByRole("button", { name: "Sign out Firefox on Windows" })).toBeNull();
  const seen = within(card).getAllByText(/ago$/)[0];
  expect(seen?.getAttribute("title")).toContain("Jan 2026");
  backend.answers(listMySessions, { items: [hereSession] });
  await click("Sign out Safari on iPhone");
  await within(card).findByText("Signed out there.");
  await waitFor(() => expect(within(card).queryByText("Safari on iPhone")).toBeNull());
  expect(within(card).queryByRole("button", { name: "Sign out everywhere else" })).toBeNull();
  expect(document.activeElement).toBe(within(card).getByRole("list"));
});

test("everywhere else is signed out at once", async () => {
  const { backend } = fakeAccount();
  await openAccount("security");
  const card = within(await region("Where you are signed in"));
  await card.findByRole("button", { name: "Sign out Safari on iPhone" });
  backend.answers(listMySessions, { items: [hereSession] });
  await click("Sign out everywhere else");
  await screen.findByText("Signed out everywhere else.");
  await waitFor(() => expect(card.queryByRole("button", { name: "Sign out Safari on iPhone" })).toBeNull());
  expect(backend.received.filter(({ call }) => call === "POST /auth/v1/logout")).toHaveLength(1);
});

test.each([
  ["one other device", "Sign out Safari on iPhone", `DELETE /api/me/sessions/${elsewhereSession.id}`],
  ["all others", "Sign out everywhere else", "POST /auth/v1/logout"],
])("a device that could not be signed out stays listed, and why is said: %s", async (_what, name, call) => {
  const { backend } = fakeAccount();
  backend.repliesTo(call, () => Response.json({ error: "internal", message: "No" }, { status: 500 }));
  await openAccount("security");
  const card = within(await region("Where you are signed in"));
  await userEvent.click(await card.findByRole("button", { name }));
  expect(await card.findByRole("alert")).toBeTruthy();
  expect(card.getByRole("button", { name: "Sign out Safari on iPhone" })).toBeTruthy();
  expect(card.queryByText(/^Signed out/)).toBeNull();
});

test("signing out everywhere asks first and ends on the login page", async () => {
  fakeAccount();
  const { documents } = await openAccount("security");
  await userEvent.click(await screen.findByRole("button", { name: "Sign out everywhere" }));
  const asked = within(await dialog("Sign out everywhere?"));
  await userEvent.click(asked.getByRole("button", { name: "Sign out everywhere" }));
  await heading("Login");
  expect(localStorage.getItem("auth_token")).toBeNull();
  expect(documents).toEqual([]);
});

test("sign-ins are told in words, and a failed one says so", async () => {
  const { backend } = fakeAccount();
  backend.answers(listMySignIns, {
    items: [goodSignIn, { ...goodSignIn, id: elsewhereSession.id, outcome: "failure", method: "", ip: "192.0.2.7" }],
  });
  await openAccount("security");
  const card = within(await region("Recent sign-ins"));
  await card.findByText("Signed in");
  expect(card.getByText("Password, from 192.0.2.1")).toBeTruthy();
  expect(card.getByText("Failed")).toBeTruthy();
  expect(card.getByText("From 192.0.2.7")).toBeTruthy();
});

test("lists that are empty or do not load say so, each for itself", async () => {
  const { backend } = fakeAccount();
  backend.answers(listMySignIns, { items: [] }).refuses(listMySessions, 403);
  await openAccount("security");
  await screen.findByText("Nothing was recorded yet.");
  const card = within(await region("Where you are signed in"));
  await card.findByText(/Your sessions could not be loaded/);
  backend.answers(listMySessions, { items: [hereSession] });
  await userEvent.click(card.getByRole("button", { name: "Try again" }));
  expect(await card.findByText("Firefox on Windows")).toBeTruthy();
});

test("a form that is closed while it is sent stays closed", async () => {
  const { auth, backend } = fakeAccount();
  const release = auth.holds("PUT /user", karasUser);
  backend.answers(checkPassword, { problem: null });
  await openPasswordForm();
  await typePasswords();
  await click("Change password");
  await waitFor(() => expect(auth.sentTo("PUT /user")).toHaveLength(1));
  await click("Cancel");
  release();
  await screen.findByText("Password changed. Your other devices are signed out.");
  expect(screen.queryByLabelText("New password")).toBeNull();
});
