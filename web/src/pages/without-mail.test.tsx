import { getConfig } from "@clanhall/contract/system";
import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { answerFor } from "../testing/auth-entry.ts";
import { fakeAccount, karasUser, openAccount } from "../testing/fake-account.ts";
import { fakeAuth } from "../testing/fake-auth.ts";
import { fakeBackend, plainConfig } from "../testing/fake-backend.ts";
import { heading, openApp } from "../testing/open-app.tsx";
import { userEvent } from "../testing/user-event.ts";

// Every page here is of an installation without a mail server.
const withoutMail = { ...plainConfig, mail: false };

const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));
const main = () => screen.getByRole("main").textContent;
const promise = /we sen[dt]|check your mail|spam|on its way|by mail|message we/i;

/** Names who has the link, and where they find it. */
async function expectWayToGetIt(what: "link" | "links" | "code") {
  const way = await screen.findByRole("link", { name: "the administrator" });
  expect(way.getAttribute("href")).toBe("mailto:help@clan.example");
  expect(way.parentElement?.textContent).toContain(`Ask the administrator (help@clan.example) for the ${what}:`);
  expect(way.parentElement?.textContent).toMatch(/in the server’s log, and clanhall mail list shows (it|them)\./);
  expect(main()).not.toMatch(promise);
}

function openVisitor(path: string) {
  const auth = fakeAuth(fakeBackend().answers(getConfig, withoutMail)).answers("POST /recover", {});
  openApp(path);
  return auth;
}

test.each(["/login?forgot=1", "/reset-password"])(
  "U14: at %s a forgotten password is replaced by a link or code that the administrator hands over",
  async (path) => {
    const auth = openVisitor(path);
    auth.answers("POST /verify", answerFor({ method: "recovery" }));
    await heading("Forgot your password?");
    const note = (await screen.findByText(/This site sends no mail\./)).textContent;
    expect(note).toContain("Create a link here, then ask the administrator (help@clan.example) for it.");
    await userEvent.insert(await screen.findByLabelText("E-mail"), "kara@owls.example");
    await press("Create the link");
    const panel = await screen.findByRole("heading", { name: "Ask the administrator" });
    expect(document.activeElement).toBe(panel);
    await expectWayToGetIt("link");
    expect(auth.sentTo("POST /recover")).toMatchObject([{ email: "kara@owls.example" }]);
    expect(screen.getByRole("button", { name: /^Create another in \d+ s$/ })).toBeTruthy();
    await userEvent.type(screen.getByLabelText("Code"), "123456");
    await heading("Choose a new password");
  },
);

test("U14: a login before the address is confirmed names the administrator", async () => {
  const auth = openVisitor("/login");
  auth.refuses("POST /token", 400, "email_not_confirmed").answers("POST /resend", {});
  await heading("Login");
  await userEvent.insert(screen.getByLabelText("E-mail"), "kara@owls.example");
  await userEvent.insert(screen.getByLabelText("Password"), "night owls fly");
  await press("Log in");
  await screen.findByText("Your e-mail address is not confirmed yet. Open your confirmation link, then log in.");
  await userEvent.click(await screen.findByRole("button", { name: "Create another link" }));
  await screen.findByText("Another link is ready.");
  await expectWayToGetIt("link");
});

test("U14: a dead confirmation link is replaced by one that the administrator hands over", async () => {
  const auth = openVisitor("/confirm-email?token_hash=old&type=signup");
  auth.refuses("POST /verify", 403, "otp_expired").answers("POST /resend", {});
  await heading("Confirm your address");
  await press("Confirm my address");
  await userEvent.insert(await screen.findByLabelText("E-mail"), "kara@owls.example");
  await press("Create another link");
  await screen.findByRole("heading", { name: "Ask the administrator" });
  await expectWayToGetIt("link");
});

test("U14: mails from clans are no choice, and one line says why", async () => {
  const { backend } = fakeAccount();
  backend.answers(getConfig, withoutMail);
  await openAccount("notifications");
  await screen.findByText(/^This site sends no mail, so there is nothing to choose\./);
  expect(screen.queryByRole("switch")).toBeNull();
});

test("U14: a change of address that waits says where its two links are", async () => {
  const { backend, auth } = fakeAccount();
  backend.answers(getConfig, withoutMail);
  auth.answers("GET /user", { ...karasUser, new_email: "kara@new.example" }).answers("POST /resend", {});
  await openAccount("profile");
  await screen.findByText("kara@new.example");
  await expectWayToGetIt("links");
  await press("Create the links again");
  await screen.findByText("Created");
});

test("U14: who has no password proves themselves by a code from the administrator", async () => {
  const { backend, auth } = fakeAccount({ has_password: false });
  backend.answers(getConfig, withoutMail);
  auth.answers("GET /reauthenticate", {});
  await openAccount("privacy");
  await userEvent.click(await screen.findByRole("button", { name: "Delete my account" }));
  const asked = within(await screen.findByRole("dialog"));
  await asked.findByText(/^This site sends no mail\. Create a code of six digits here\./);
  await userEvent.click(asked.getByRole("button", { name: "Create a code" }));
  await waitFor(() => expect(asked.getByText("Created")).toBeTruthy());
  expect(asked.getByRole("button", { name: "Create another code" })).toBeTruthy();
});
