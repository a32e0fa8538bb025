import { listAdminAudit } from "@clanhall/contract/admin";
import {
  anonymiseUser,
  getUser,
  unsuspendUser,
  listUsers,
  resendUserConfirmation,
  resetUserFactors,
  removeUserPasskeys,
  revokeUserSessions,
  sendUserReset,
  suspendUser,
  type UserDetail,
} from "@clanhall/contract/admin-users";
import { getConfig } from "@clanhall/contract/system";
import { act, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "../testing/user-event.ts";
import { expect, test } from "vitest";
import { bram, bramsAccount, fakeAdmin, openAdmin, refusal } from "../testing/fake-admin.ts";
import { plainConfig } from "../testing/fake-backend.ts";
import { openAsKara } from "../testing/fake-clans.ts";
import { heading } from "../testing/open-app.tsx";

const path = `/admin/users/${bramsAccount.id}`;
const suspended: UserDetail = { ...bramsAccount, state: "suspended", suspended_until: "2999-01-01T00:00:00.000Z" };
const leaving: UserDetail = {
  ...bramsAccount,
  passkeys: 0,
  state: "deletion_pending",
  email_confirmed_at: null,
  deletes_at: "2026-03-01T00:00:00.000Z",
  factors: [],
  sessions: [],
};

const part = async (name: string) => (await screen.findByRole("region", { name })).textContent;
const actions = async () => {
  const card = within(await screen.findByRole("region", { name: "Actions" }));
  return card.getAllByRole("button").map(({ textContent }) => textContent);
};

function openUser(user = bramsAccount, config = plainConfig) {
  return openAdmin(path, "Bram", fakeAdmin().answers(getUser, user).answers(getConfig, config));
}

async function openAction(button: string, title: string) {
  await userEvent.click(await screen.findByRole("button", { name: button }));
  return within(await screen.findByRole("dialog", { name: title }));
}

test("an admin reads who somebody is, how they come in, where they are and what was done to them", async () => {
  const { backend } = await openUser();
  const identity = await part("Identity");
  for (const text of ["Active", "bram@owls.example", "Europe/Berlin", bramsAccount.id]) {
    expect(identity).toContain(text);
  }
  expect(await part("Sign-in methods")).toContain("Password1 passkeyDiscordLinked");
  expect(await part("Second factors")).toContain("Authenticator appIn use");
  expect(await part("Sessions")).toContain("Firefox on WindowsFrom 192.0.2.1, with the second factor");
  expect(await part("Clans and roles")).toContain("Night OwlsMaintainer as Bram the Bold");
  expect(await part("Sign-in activity")).toContain("Ad blocker seen at the last sign-in: yes.");
  expect(await part("Sign-in activity")).toContain("FailedPassword, from 192.0.2.7");
  await screen.findByText(/ suspended /);
  expect(backend.callsTo(listAdminAudit)[0]?.query.get("target")).toBe(bramsAccount.id);
});

test("only what makes sense for the account is offered", async () => {
  await openUser();
  expect(await actions()).toEqual([
    "Send password reset",
    "Reset second factors",
    "Remove passkeys",
    "Sign out everywhere",
    "Suspend",
    "Anonymise",
  ]);
});

test("an account that is about to go says when, and can have its confirmation sent again", async () => {
  await openUser(leaving);
  expect(await part("Identity")).toContain("The account will be deleted on 1 Mar 2026");
  expect(await actions()).toEqual(["Resend confirmation", "Send password reset", "Suspend", "Anonymise"]);
  expect(await part("Second factors")).toContain("None: the first factor is enough to log in.");
  expect(await part("Sessions")).toContain("Signed in nowhere.");
});

test("U14: where no mail is sent, an admin makes links and hands them over", async () => {
  await openUser(leaving, { ...plainConfig, mail: false });
  await screen.findByRole("button", { name: "Create confirmation link" });
  expect(await actions()).toEqual(["Create confirmation link", "Create password link", "Suspend", "Anonymise"]);
  const dialog = await openAction("Create password link", "Create a link for Bram to choose a new password?");
  const where = /^This site sends no mail\. The link is in the server’s log, and “clanhall mail list” shows it/;
  expect(dialog.getByText(where)).toBeTruthy();
});

test("suspending asks for a reason; the server's refusal stands in the dialog", async () => {
  const { backend } = await openUser();
  const dialog = await openAction("Suspend", "Suspend Bram?");
  const suspend = dialog.getByRole("button", { name: "Suspend" });
  await userEvent.type(dialog.getByLabelText("Reason"), " why ");
  await userEvent.click(suspend);
  expect(dialog.getByText("Give a reason of at least 5 characters.")).toBeTruthy();
  expect(backend.callsTo(suspendUser)).toEqual([]);
  await userEvent.clear(dialog.getByLabelText("Reason"));
  await userEvent.insert(dialog.getByLabelText("Reason"), "Sold accounts");
  backend.repliesTo(`POST ${apiPath("suspend")}`, refusal(409, "Revoke their app admin rights first."));
  await userEvent.click(suspend);
  await dialog.findByText("Revoke their app admin rights first.");
  backend.repliesTo(`POST ${apiPath("suspend")}`, () => Response.json(suspended)).answers(getUser, suspended);
  await userEvent.click(suspend);
  await screen.findByText("Bram is suspended");
  await screen.findByText("Suspended until it is lifted.");
  expect(backend.callsTo(suspendUser).at(-1)?.body).toEqual({ reason: "Sold accounts" });
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(await actions()).toContain("Lift suspension");
});

function apiPath(verb: string): string {
  return `/api/admin/users/${bramsAccount.id}/${verb}`;
}

test.each([
  ["Send password reset", "Send Bram a password reset?", sendUserReset, "Password reset sent to Bram", bramsAccount],
  [
    "Reset second factors",
    "Reset Bram’s second factors?",
    resetUserFactors,
    "Bram no longer has a second factor",
    bramsAccount,
  ],
  ["Remove passkeys", "Remove Bram’s passkeys?", removeUserPasskeys, "Bram no longer has a passkey", bramsAccount],
  [
    "Sign out everywhere",
    "Sign Bram out everywhere?",
    revokeUserSessions,
    "Bram is signed out everywhere",
    bramsAccount,
  ],
  ["Lift suspension", "Lift Bram’s suspension?", unsuspendUser, "Bram can log in again", suspended],
  [
    "Resend confirmation",
    "Send Bram the confirmation again?",
    resendUserConfirmation,
    "Confirmation sent to Bram",
    leaving,
  ],
] as const)("%s is done with a reason and told", async (button, title, endpoint, done, user) => {
  const { backend } = await openUser(user);
  backend.answers(endpoint, bramsAccount);
  const dialog = await openAction(button, title);
  await userEvent.insert(dialog.getByLabelText("Reason"), "They asked by mail");
  await userEvent.click(dialog.getByRole("button", { name: button }));
  await screen.findByText(done);
  expect(backend.callsTo(endpoint).at(-1)?.body).toEqual({ reason: "They asked by mail" });
});

test("anonymising wants the name typed as well, and leads back to the others", async () => {
  const { backend } = await openUser();
  const dialog = await openAction("Anonymise", "Anonymise Bram?");
  await userEvent.insert(dialog.getByLabelText("Reason"), "They asked by letter");
  await userEvent.type(dialog.getByLabelText("Type “Bram” to confirm"), "Brann");
  await userEvent.click(dialog.getByRole("button", { name: "Anonymise" }));
  expect(dialog.getByText("Type the name: Bram")).toBeTruthy();
  expect(backend.callsTo(anonymiseUser)).toEqual([]);
  const former: UserDetail = { ...leaving, display_name: "Former member", email: null, deletes_at: null };
  backend.answers(anonymiseUser, former).refuses(getUser, 404);
  backend.answers(listUsers, { items: [bram], total: 1, next_cursor: null });
  await userEvent.clear(dialog.getByLabelText("Type “Bram” to confirm"));
  await userEvent.type(dialog.getByLabelText("Type “Bram” to confirm"), "bram");
  await userEvent.click(dialog.getByRole("button", { name: "Anonymise" }));
  await screen.findByText("Bram is anonymised");
  await heading("Manage Users");
  expect(backend.callsTo(getUser)).toHaveLength(1);
  expect(backend.callsTo(anonymiseUser).at(-1)?.body).toEqual({ reason: "They asked by letter" });
});

test("whoever has gone elsewhere when somebody is anonymised late stays there", async () => {
  const { backend, router } = await openUser();
  const dialog = await openAction("Anonymise", "Anonymise Bram?");
  await userEvent.insert(dialog.getByLabelText("Reason"), "They asked by letter");
  await userEvent.insert(dialog.getByLabelText("Type “Bram” to confirm"), "Bram");
  const held = Promise.withResolvers<Response>();
  backend.repliesTo(`POST ${apiPath("anonymise")}`, () => held.promise);
  await userEvent.click(dialog.getByRole("button", { name: "Anonymise" }));
  await waitFor(() => expect(backend.callsTo(anonymiseUser)).toHaveLength(1));
  await act(() => router.navigate({ to: "/account" }));
  await heading("Account Settings");
  held.resolve(Response.json(leaving));
  await screen.findByText("Bram is anonymised");
  expect(router.state.location.pathname).toBe("/account");
});

test("a reason the server does not like is said at the field", async () => {
  const { backend } = await openUser();
  const dialog = await openAction("Suspend", "Suspend Bram?");
  const details = [{ path: "reason", message: "Say it in other words." }];
  backend.repliesTo(`POST ${apiPath("suspend")}`, refusal(400, "No", { details }));
  await userEvent.insert(dialog.getByLabelText("Reason"), "Because of it");
  await userEvent.click(dialog.getByRole("button", { name: "Suspend" }));
  const text = await dialog.findByText("Say it in other words.");
  expect(dialog.getByLabelText("Reason").getAttribute("aria-describedby")).toContain(text.id);
});

test("an id nobody has is not found, and an account that does not come can be asked for again", async () => {
  const backend = fakeAdmin().refuses(getUser, 500);
  await openAdmin(path, "User Detail", backend);
  await screen.findByText(/The user could not be loaded/);
  backend.refuses(getUser, 404);
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(await heading("Not Found")).toBeTruthy();
});

test("an address with something else than an id is not found", async () => {
  fakeAdmin().refuses(getUser, 400);
  openAsKara("/admin/users/somebody");
  expect(await heading("Not Found")).toBeTruthy();
});
