import { checkPassword } from "@clanhall/contract/account";
import { getConfig } from "@clanhall/contract/system";
import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "../testing/user-event.ts";
import { beforeEach, expect, test } from "vitest";
import { sessionAnswer, unconfirmedAnswer } from "../testing/auth-entry.ts";
import { fakeAuth } from "../testing/fake-auth.ts";
import { plainConfig } from "../testing/fake-backend.ts";
import { heading, openApp } from "../testing/open-app.tsx";

const signup = "POST /signup";

let opened: ReturnType<typeof openApp>;
let auth: ReturnType<typeof fakeAuth>;

beforeEach(() => {
  auth = fakeAuth().answers(signup, sessionAnswer);
});

async function openSignUp(path = "/signup") {
  opened = openApp(path);
  await heading("Sign Up");
}

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const terms = () => screen.getByRole("checkbox");
const send = () => userEvent.click(screen.getByRole("button", { name: "Sign Up" }));
const main = () => within(screen.getByRole("main"));

async function fill(name = "Kara") {
  await userEvent.insert(field("Display name"), name);
  await userEvent.insert(field("E-mail"), "kara@owls.example");
  await userEvent.insert(field("Password"), "night owls fly");
  await userEvent.click(terms());
}

test("a new player signs up and lands on the dashboard, without a message that comes and goes", async () => {
  await openSignUp();
  await fill("  Zoe\u0308  ");
  await send();
  await heading("Dashboard");
  expect(screen.queryByText("Welcome, Zo\u00eb")).toBeNull();
  const sent = { email: "kara@owls.example", password: "night owls fly", data: { display_name: "Zo\u00eb" } };
  expect(auth.sentTo(signup)).toMatchObject([sent]);
});

test("a new player who has to confirm the address is told where to look, and can go back", async () => {
  auth.answers(signup, unconfirmedAnswer);
  await openSignUp();
  await fill();
  await send();
  const panel = await screen.findByRole("heading", { name: "Check your mail" });
  expect(document.activeElement).toBe(panel);
  expect(screen.getByText("kara@owls.example")).toBeTruthy();
  expect(opened.router.state.location.pathname).toBe("/signup");
  await userEvent.click(screen.getByRole("button", { name: "Use another address" }));
  expect(document.activeElement).toBe(field("E-mail"));
  expect(field("Display name")).toHaveProperty("value", "Kara");
});

async function openCheckMail() {
  auth.answers(signup, unconfirmedAnswer).answers("POST /resend", {});
  await openSignUp("/signup?next=%2Finvite%2Fabc");
  await fill();
  await send();
  await screen.findByRole("heading", { name: "Check your mail" });
}

test("the code from the mail confirms the address too, and leads to the page that was wanted", async () => {
  auth.answers("POST /verify", sessionAnswer);
  await openCheckMail();
  await userEvent.type(field("Code"), "123456");
  await waitFor(() => expect(opened.router.state.location.href).toBe("/invite/abc"));
  expect(auth.sentTo("POST /verify")).toMatchObject([{ email: "kara@owls.example", token: "123456", type: "signup" }]);
});

test("a wrong code is told at its field, which is empty for the next, and another message can be sent", async () => {
  auth.refuses("POST /verify", 403, "otp_expired");
  await openCheckMail();
  await userEvent.type(field("Code"), "111111");
  expect(await screen.findByText(/This code is wrong or has expired/)).toBeTruthy();
  expect(field("Code").value).toBe("");
  const again = screen.getByRole("button", { name: /^Send again in \d+ s$/ });
  expect(again.getAttribute("aria-disabled")).toBe("true");
});

test("the installation says how long a password has to be", async () => {
  auth.backend.answers(getConfig, { ...plainConfig, password_min: 16 });
  await openSignUp();
  expect(await screen.findByText(/At least 16 characters/)).toBeTruthy();
  await userEvent.insert(field("Password"), "night owls fly");
  expect(screen.getByText("2 more characters needed")).toBeTruthy();
  await send();
  expect(screen.getByText("Use at least 16 characters.")).toBeTruthy();
});

test("everything that is missing is said once, and the first gap gets the focus", async () => {
  await openSignUp();
  await send();
  for (const text of ["Tell us what to call you.", "Enter your e-mail address.", "Choose a password."])
    expect(screen.getByText(text)).toBeTruthy();
  expect(screen.getByText("Please agree to the terms to create an account.")).toBeTruthy();
  expect(document.activeElement).toBe(field("Display name"));
  expect(screen.getByRole("alert").textContent).toBe("Check the 4 marked fields.");
  expect(auth.sentTo(signup)).toEqual([]);
  await userEvent.click(terms());
  expect(screen.queryByText("Please agree to the terms to create an account.")).toBeNull();
});

const strongEnough = "This password is strong enough.";
const guessable = /among the first an attacker would try/;
const leave = () => userEvent.tab();

test("while somebody types, the meter counts and does not praise", async () => {
  await openSignUp();
  await userEvent.type(field("Password"), "owl");
  expect(screen.getByText("7 more characters needed")).toBeTruthy();
  await userEvent.insert(field("Password"), " and a quiet moon");
  expect(screen.getByText("20 characters")).toBeTruthy();
  expect(auth.backend.callsTo(checkPassword)).toEqual([]);
});

test("whoever leaves the field hears what the server thinks of the password, as long as nothing changed", async () => {
  auth.backend.answers(checkPassword, { problem: null });
  await openSignUp();
  await fill();
  await waitFor(() => expect(screen.getByText(strongEnough)).toBeTruthy());
  const body = { password: "night owls fly", email: "kara@owls.example", display_name: "Kara" };
  expect(auth.backend.callsTo(checkPassword).map((sent) => sent.body)).toEqual([body]);
  await userEvent.insert(field("E-mail"), ".org");
  expect(screen.queryByText(strongEnough)).toBeNull();
});

test("a password that would be refused is not praised, and another one is asked about again", async () => {
  auth.backend.answers(checkPassword, { problem: "guessable" });
  await openSignUp();
  await userEvent.insert(field("Password"), "qwertyuiop");
  await leave();
  expect(await screen.findByText(guessable)).toBeTruthy();
  auth.backend.answers(checkPassword, { problem: null });
  await userEvent.insert(field("Password"), " in the attic");
  expect(screen.queryByText(guessable)).toBeNull();
  await leave();
  expect(await screen.findByText(strongEnough)).toBeTruthy();
});

test.each([429, 404])(
  "where the server gives no answer (%i), the form says nothing and can be sent",
  async (status) => {
    auth.backend.refuses(checkPassword, status);
    await openSignUp();
    await fill();
    await waitFor(() => expect(auth.backend.callsTo(checkPassword)).toHaveLength(1));
    expect(screen.getByText("14 characters")).toBeTruthy();
    await send();
    await heading("Dashboard");
  },
);

test.each([
  [["length"], "Password should be at least 14 characters", "Use at least 14 characters."],
  [["characters"], "Mix", "Mix letters, digits and symbols."],
  [["pwned"], "Known", "This password is among the first an attacker would try. Choose one only you would think of."],
  [[], "Weak", "This password is too easy to guess."],
])("the server's %j is told at the password", async (reasons, message, text) => {
  auth.refuses(signup, 422, "weak_password", { message, weak_password: { reasons } });
  await openSignUp();
  await fill();
  await send();
  expect(await screen.findByText(text)).toBeTruthy();
  expect(document.activeElement).toBe(field("Password"));
  expect(field("Password").getAttribute("aria-invalid")).toBe("true");
  expect(screen.queryByText(strongEnough)).toBeNull();
  await userEvent.insert(field("Password"), " and more of it");
  expect(screen.getByText("29 characters")).toBeTruthy();
});

test("an address the server does not take is told at the e-mail", async () => {
  const message = "Unable to validate email address: invalid format";
  auth.refuses(signup, 400, "validation_failed", { message });
  await openSignUp();
  await fill();
  await send();
  expect(await screen.findByText("This e-mail address cannot be used. Please check it.")).toBeTruthy();
  expect(document.activeElement).toBe(field("E-mail"));
});

test("somebody who has an account already is led to Login", async () => {
  auth.refuses(signup, 422, "user_already_exists", { message: "User already registered" });
  await openSignUp("/signup?next=%2Faccount");
  await fill();
  await send();
  await waitFor(() => expect(screen.getByRole("alert").textContent).toContain("There is already an account"));
  await userEvent.click(within(screen.getByRole("alert")).getByRole("link", { name: "Log in" }));
  await heading("Login");
  expect(opened.router.state.location.href).toBe("/login?next=%2Faccount");
});

test("a sign-up that was closed in the meantime says so kindly", async () => {
  auth.refuses(signup, 422, "signup_disabled");
  await openSignUp();
  await fill();
  await send();
  expect(await screen.findByText(/Sign-up is closed at the moment/)).toBeTruthy();
  expect(screen.queryByLabelText("Password")).toBeNull();
});

test("an installation without sign-up says so at once and offers Login", async () => {
  auth.backend.answers(getConfig, { ...plainConfig, sign_up: false });
  await openSignUp();
  expect(await screen.findByText(/Sign-up is closed at the moment/)).toBeTruthy();
  expect(main().getByRole("link", { name: "Log in" })).toBeTruthy();
});

test("too many tries are told with the time to wait", async () => {
  auth.refuses(signup, 429, "over_email_send_rate_limit", {}, { "retry-after": "42" });
  await openSignUp();
  await fill();
  await send();
  await waitFor(() =>
    expect(screen.getByRole("alert").textContent).toBe("Too many tries. Please try again in 42 seconds."),
  );
});

test("terms and privacy open in a new tab, and password managers know the fields", async () => {
  await openSignUp();
  for (const [name, href] of [
    ["Terms", "/terms.html"],
    ["Privacy", "/privacy.html"],
  ] as const) {
    const link = main().getByRole("link", { name: `${name} (opens in a new tab)` });
    expect(link.getAttribute("href")).toBe(href);
    expect(link.getAttribute("target")).toBe("_blank");
  }
  expect(field("Display name").getAttribute("autocomplete")).toBe("name");
  expect(field("E-mail").getAttribute("autocomplete")).toBe("username");
  expect(field("Password").getAttribute("autocomplete")).toBe("new-password");
});

test("somebody who is signed in already goes straight to the dashboard", async () => {
  opened = openApp("/signup", { user: "user-1" });
  expect(await heading("Dashboard")).toBeTruthy();
});
