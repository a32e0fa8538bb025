import { getConfig } from "@clanhall/contract/system";
import { act, screen, waitFor } from "@testing-library/react";
import { userEvent } from "../testing/user-event.ts";
import { beforeEach, expect, test } from "vitest";
import { markBackend } from "../lib/connectivity.ts";
import { checkSession, signIn, signOut } from "../lib/session.ts";
import { sessionAnswer, storeSession } from "../testing/auth-entry.ts";
import { fakeAuth } from "../testing/fake-auth.ts";
import { plainConfig } from "../testing/fake-backend.ts";
import { heading, openApp } from "../testing/open-app.tsx";

const token = "POST /token";

let opened: ReturnType<typeof openApp>;
let auth: ReturnType<typeof fakeAuth>;

beforeEach(() => {
  auth = fakeAuth().answers(token, sessionAnswer);
});

async function openLogin(path = "/login") {
  opened = openApp(path);
  await heading("Login");
}

const email = () => screen.getByLabelText("E-mail");
const password = () => screen.getByLabelText("Password");
const logIn = () => userEvent.click(screen.getByRole("button", { name: "Log in" }));
const path = () => opened.router.state.location.href;

async function fill(who = "kara@owls.example", secret = "right horse") {
  await userEvent.insert(email(), who);
  await userEvent.insert(password(), secret);
}

test("a player logs in and lands on the dashboard, with the bar of a signed-in user", async () => {
  await openLogin();
  await fill(" kara@owls.example ", " right horse ");
  await logIn();
  await heading("Dashboard");
  expect(path()).toBe("/dashboard");
  expect(auth.sentTo(token)).toMatchObject([{ email: "kara@owls.example", password: " right horse " }]);
  expect(await screen.findByRole("link", { name: "My Clans" })).toBeTruthy();
});

test("Enter in the password sends the form", async () => {
  await openLogin();
  await fill();
  await userEvent.keyboard("{Enter}");
  expect(await heading("Dashboard")).toBeTruthy();
});

test("a player is led to the page they wanted", async () => {
  await openLogin("/login?next=%2Fclanmanagement%3Fcreate%3Dclan");
  await fill();
  await logIn();
  await heading("Create a clan");
  expect(path()).toBe("/clanmanagement?create=clan");
});

test("a stranger's address is not followed", async () => {
  await openLogin("/login?next=https%3A%2F%2Fevil.example%2Faccount");
  await fill();
  await logIn();
  await heading("Dashboard");
  expect(opened.documents).toEqual([]);
});

const reused = "refresh_token_already_used";

test.each([
  ["when the session is refreshed", { endsIn: -60 }, () => auth.refuses(token, 400, reused)],
  [
    "when a call is refused",
    { endsIn: 3600 },
    () => auth.refuses("GET /user", 403, "session_not_found", { reason: reused }),
  ],
])(
  "M4: somebody whose sign-in was used in two places reads so on the login page, once: %s",
  async (_, entry, refuse) => {
    refuse();
    storeSession(entry);
    opened = openApp("/dashboard");
    const { documents, unmount, stopFollowing } = opened;
    await act(() => checkSession());
    await waitFor(() => expect(documents).toContain("/"));
    stopFollowing();
    unmount();
    await openLogin();
    const text = "You were signed out because this sign-in was used in two places";
    expect(screen.getByRole("alert").textContent).toBe(text);
    opened.stopFollowing();
    opened.unmount();
    await openLogin();
    expect(screen.queryByText(text)).toBeNull();
  },
);

test("M4: somebody who has signed in again since is told nothing", async () => {
  auth.refuses(token, 400, reused);
  storeSession({ endsIn: -60 });
  opened = openApp("/dashboard");
  await waitFor(() => expect(opened.documents).toContain("/"));
  opened.stopFollowing();
  opened.unmount();
  auth.answers(token, sessionAnswer);
  await act(() => signIn("kara@owls.example", "right horse"));
  await act(() => signOut());
  await openLogin();
  expect(screen.getByRole("alert").textContent).toBe("");
});

test("somebody who is signed in already goes straight to the dashboard", async () => {
  opened = openApp("/login", { user: "user-1" });
  await heading("Dashboard");
  expect(screen.queryByLabelText("E-mail")).toBeNull();
});

test("wrong credentials get one sentence that does not tell which of the two is wrong; the input stays", async () => {
  auth.refuses(token, 400, "invalid_credentials");
  await openLogin();
  await fill();
  await logIn();
  await waitFor(() =>
    expect(screen.getByRole("alert").textContent).toBe(
      "E-mail and password do not match. Please check both and try again.",
    ),
  );
  expect(email()).toHaveProperty("value", "kara@owls.example");
  expect(password()).toHaveProperty("value", "right horse");
  expect(email().getAttribute("aria-invalid")).toBeNull();
  auth.answers(token, sessionAnswer);
  await logIn();
  await heading("Dashboard");
});

test.each([
  [429, "over_request_rate_limit", "90", "Too many tries. Please try again in 2 minutes."],
  [429, "over_request_rate_limit", "1", "Too many tries. Please try again in 1 second."],
  [429, "over_request_rate_limit", "", "Too many tries. Please try again in a few minutes."],
  [
    400,
    "email_not_confirmed",
    "",
    "Your e-mail address is not confirmed yet. Open your confirmation link, then log in.",
  ],
  [400, "user_banned", "", "This account is suspended. Please contact support."],
  [400, "something_new", "", "That did not work. Please try again; if it keeps happening, contact support."],
])("%i %s, retry after %j: %s", async (status, code, retryAfter, text) => {
  auth.refuses(token, status, code, {}, retryAfter ? { "retry-after": retryAfter } : {});
  await openLogin();
  await fill();
  await logIn();
  await waitFor(() => expect(screen.getByRole("alert").textContent).toBe(text));
});

test("a service that cannot be reached is the overlay's matter; the input stays", async () => {
  auth.isUnreachable(token);
  await openLogin();
  await fill();
  await logIn();
  expect(await screen.findByRole("alertdialog", { name: "Service unavailable" })).toBeTruthy();
  expect(password()).toHaveProperty("value", "right horse");
  act(() => markBackend(true));
  expect(screen.getByRole("alert").textContent).toBe("No answer from the server. Your input is still here. Try again.");
});

test("fields are checked when the form is sent, then while they change, and the first wrong one gets the focus", async () => {
  await openLogin();
  await userEvent.type(email(), "kara");
  expect(screen.queryByText(/does not look like/)).toBeNull();
  await logIn();
  expect(document.activeElement).toBe(email());
  expect(screen.getByText(/does not look like/).id).toBe(email().getAttribute("aria-describedby"));
  expect(screen.getByText("Enter your password.")).toBeTruthy();
  expect(screen.getByRole("alert").textContent).toBe("Check the 2 marked fields.");
  await userEvent.insert(email(), "@owls.example");
  expect(screen.queryByText(/does not look like/)).toBeNull();
  expect(email().getAttribute("aria-invalid")).toBeNull();
  await logIn();
  expect(document.activeElement).toBe(password());
  expect(auth.sentTo(token)).toEqual([]);
});

test("a double click sends the form once, and the button says that it is busy", async () => {
  const release = auth.holds(token, sessionAnswer);
  await openLogin();
  await fill();
  const button = screen.getByRole("button", { name: "Log in" });
  await userEvent.dblClick(button);
  expect(button.getAttribute("aria-busy")).toBe("true");
  expect(document.activeElement).toBe(button);
  release();
  await heading("Dashboard");
  expect(auth.sentTo(token)).toHaveLength(1);
});

test("the password can be looked at by keyboard", async () => {
  await openLogin();
  await userEvent.insert(password(), "right horse");
  await userEvent.tab();
  await userEvent.keyboard("{Enter}");
  expect(password().getAttribute("type")).toBe("text");
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Hide password" }));
  await userEvent.keyboard(" ");
  expect(password().getAttribute("type")).toBe("password");
});

test("password managers and phones know what the fields are, and pasting works", async () => {
  await openLogin();
  expect(email().getAttribute("autocomplete")).toBe("username webauthn");
  expect(email().getAttribute("autocapitalize")).toBe("none");
  expect(password().getAttribute("autocomplete")).toBe("current-password");
  await userEvent.click(password());
  await userEvent.paste("right horse");
  expect(password()).toHaveProperty("value", "right horse");
});

test("the way to an account keeps the wanted page, and is not shown where there is no sign-up", async () => {
  await openLogin("/login?next=%2Faccount");
  await userEvent.click(screen.getByRole("link", { name: "Create an account" }));
  await heading("Sign Up");
  expect(path()).toBe("/signup?next=%2Faccount");
});

test("an installation without sign-up does not offer it", async () => {
  auth.backend.answers(getConfig, { ...plainConfig, sign_up: false });
  await openLogin();
  await waitFor(() => expect(screen.queryByRole("link", { name: "Create an account" })).toBeNull());
});

test("whoever logs out stays on the login page and can log in again", async () => {
  opened = openApp("/dashboard", { user: "user-1" });
  await heading("Dashboard");
  await userEvent.click(screen.getByRole("button", { name: "Account" }));
  await userEvent.click(screen.getByRole("menuitem", { name: "Logout" }));
  await heading("Login");
  await waitFor(() => expect(screen.getByRole("link", { name: "Login" })).toBeTruthy());
  expect(path()).toBe("/login");
  await fill();
  await logIn();
  await heading("Dashboard");
});
