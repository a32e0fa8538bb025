import { act, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "../testing/user-event.ts";
import { beforeEach, expect, test } from "vitest";
import { markBackend } from "../lib/connectivity.ts";
import { answerFor } from "../testing/auth-entry.ts";
import { fakeAuth } from "../testing/fake-auth.ts";
import { expectFocusOn, heading, openApp } from "../testing/open-app.tsx";

const recover = "POST /recover";
const resend = "POST /resend";

let opened: ReturnType<typeof openApp>;
let auth: ReturnType<typeof fakeAuth>;

beforeEach(() => {
  auth = fakeAuth().answers(recover, {}).answers(resend, {});
});

const email = () => screen.getByLabelText<HTMLInputElement>("E-mail");
const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));

const said = () => within(screen.getByRole("main")).getByRole("status");

async function openForgot() {
  opened = openApp("/login?forgot=1");
  await heading("Forgot your password?");
  await screen.findByLabelText("E-mail");
}

test("whoever forgot their password takes the typed address along, and can go back", async () => {
  opened = openApp("/login?next=%2Faccount");
  await heading("Login");
  await userEvent.insert(email(), "kara@owls.example");
  await userEvent.click(screen.getByRole("link", { name: "Forgot password?" }));
  await expectFocusOn(heading("Forgot your password?"));
  await screen.findByRole("link", { name: "Back to login" });
  expect(email().value).toBe("kara@owls.example");
  expect(opened.router.state.location.href).toBe("/login?next=%2Faccount&forgot=1");
  await userEvent.click(screen.getByRole("link", { name: "Back to login" }));
  await heading("Login");
  expect(email().value).toBe("kara@owls.example");
  expect(opened.router.state.location.href).toBe("/login?next=%2Faccount");
});

test("the link is asked for with a trimmed address, and the answer tells nothing about it", async () => {
  await openForgot();
  await userEvent.insert(email(), " kara@owls.example ");
  await press("Send the link");
  const panel = await screen.findByRole("heading", { name: "Check your mail" });
  expect(document.activeElement).toBe(panel);
  expect(screen.getByText(/If there is an account for/).textContent).toContain("kara@owls.example");
  expect(auth.sentTo(recover)).toMatchObject([{ email: "kara@owls.example" }]);
  const again = screen.getByRole("button", { name: /^Send again in \d+ s$/ });
  expect(again.getAttribute("aria-disabled")).toBe("true");
});

test("the code from the mail opens the way as the link does, and leads to the new password", async () => {
  auth.answers("POST /verify", answerFor({ method: "recovery" }));
  await openForgot();
  await userEvent.type(email(), "kara@owls.example{Enter}");
  await userEvent.type(await screen.findByLabelText("Code"), "123456");
  await heading("Choose a new password");
  expect(auth.sentTo("POST /verify")).toMatchObject([
    { email: "kara@owls.example", token: "123456", type: "recovery" },
  ]);
});

test("an address that is none is told at the field", async () => {
  await openForgot();
  await press("Send the link");
  expect(screen.getByText("Enter your e-mail address.")).toBeTruthy();
  expect(document.activeElement).toBe(email());
  expect(auth.sentTo(recover)).toEqual([]);
});

test("too many tries and no answer are told; the input stays", async () => {
  auth.refuses(recover, 429, "over_email_send_rate_limit", {}, { "retry-after": "42" });
  await openForgot();
  await userEvent.insert(email(), "kara@owls.example");
  await press("Send the link");
  await waitFor(() =>
    expect(screen.getByRole("alert").textContent).toBe("Too many tries. Please try again in 42 seconds."),
  );
  auth.isUnreachable(recover);
  await press("Send the link");
  await waitFor(() => expect(screen.getByRole("alert").textContent).toContain("No answer from the server"));
  act(() => markBackend(true));
  expect(email().value).toBe("kara@owls.example");
});

async function logInUnconfirmed() {
  auth.refuses("POST /token", 400, "email_not_confirmed");
  opened = openApp("/login");
  await heading("Login");
  await userEvent.insert(email(), " kara@owls.example ");
  await userEvent.type(screen.getByLabelText("Password"), "right horse{Enter}");
  await screen.findByRole("button", { name: "Send the confirmation again" });
}

test("whoever has not confirmed their address gets the message again, and the page says so aloud", async () => {
  await logInUnconfirmed();
  await press("Send the confirmation again");
  await waitFor(() => expect(said().textContent).toBe("It is on its way. Give it a few minutes."));
  expect(auth.sentTo(resend)).toMatchObject([{ email: "kara@owls.example", type: "signup" }]);
  expect(screen.getByRole("button", { name: /^Send again in \d+ s$/ })).toBeTruthy();
});

test("a confirmation that is asked for too often waits as long as the server says", async () => {
  auth.refuses(resend, 429, "over_email_send_rate_limit", {}, { "retry-after": "30" });
  await logInUnconfirmed();
  await press("Send the confirmation again");
  const text = "Too many tries. Please try again in 30 seconds.";
  await waitFor(() => expect(said().textContent).toBe(text));
  const button = await screen.findByRole("button", { name: /^Send again in (30|29) s$/ });
  expect(button.getAttribute("aria-disabled")).toBe("true");
});
