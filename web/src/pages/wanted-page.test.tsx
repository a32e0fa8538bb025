import { getConfig } from "@clanhall/contract/system";
import { act, cleanup, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { signOut } from "../lib/session.ts";
import { answerFor, appFactor, sessionAnswer, storeSession, unconfirmedAnswer } from "../testing/auth-entry.ts";
import { fakeAuth } from "../testing/fake-auth.ts";
import { plainConfig } from "../testing/fake-backend.ts";
import { newPage } from "../testing/new-page.ts";
import { heading, openApp } from "../testing/open-app.tsx";
import { userEvent } from "../testing/user-event.ts";

const wanted = "/daily-activity?clan=7b1f0d55-61d6-4f0c-9a43-0a7f5fd2c111#notes";
const email = "kara@owls.example";

let opened: ReturnType<typeof openApp>;
let auth: ReturnType<typeof fakeAuth>;

beforeEach(() => {
  auth = fakeAuth().answers("POST /token", sessionAnswer).answers("POST /verify", sessionAnswer);
});

const href = () => opened.router.state.location.href;
const expectArrival = (path: string) => waitFor(() => expect(href()).toBe(path));

/** Loads another page in the same tab. */
async function load(path: string, title: string) {
  cleanup();
  newPage();
  opened = openApp(path);
  await heading(title);
}

/** A visitor opens the page that only signed-in people see, and is sent to the landing page. */
async function wantPage(path = wanted) {
  opened = openApp(path);
  await waitFor(() => expect(opened.documents).toEqual(["/"]));
  opened.stopFollowing();
}

async function logIn() {
  await userEvent.insert(screen.getByLabelText("E-mail"), email);
  await userEvent.type(screen.getByLabelText("Password"), "right horse{Enter}");
}

async function signUp() {
  await userEvent.insert(screen.getByLabelText("Display name"), "Kara");
  await userEvent.insert(screen.getByLabelText("E-mail"), email);
  await userEvent.insert(screen.getByLabelText("Password"), "night owls fly");
  await userEvent.click(screen.getByRole("checkbox"));
  await userEvent.click(screen.getByRole("button", { name: "Sign Up" }));
}

test("by password", async () => {
  await wantPage();
  await load("/login", "Login");
  expect(screen.getByText("After logging in you go on to Daily activity.")).toBeTruthy();
  await logIn();
  await expectArrival(wanted);
});

test("by password and a second factor, also after the page was loaded again in between", async () => {
  auth
    .answers("POST /token", answerFor({ factors: [appFactor] }))
    .answers("POST /factors/factor-1/challenge", { id: "challenge-1", type: "totp", expires_at: 0 })
    .answers("POST /factors/factor-1/verify", answerFor({ aal: "aal2", factors: [appFactor] }));
  await wantPage();
  await load("/login", "Login");
  await logIn();
  await heading("Confirm it’s you");
  await load("/login", "Confirm it’s you");
  await userEvent.type(await screen.findByLabelText("Code"), "123456");
  await expectArrival(wanted);
});

test("somebody half signed in is led through the second factor with search and hash", async () => {
  storeSession({ factors: [appFactor] });
  await load(wanted, "Confirm it’s you");
  expect(new URLSearchParams(opened.router.state.location.searchStr).get("next")).toBe(wanted);
});

test("by signing up", async () => {
  auth.answers("POST /signup", sessionAnswer);
  await wantPage();
  await load("/signup", "Sign Up");
  await signUp();
  await expectArrival(wanted);
});

test("by signing up and the link in the mail, in whichever tab it is opened", async () => {
  auth.answers("POST /signup", unconfirmedAnswer);
  await wantPage();
  await load("/signup", "Sign Up");
  await signUp();
  await screen.findByRole("heading", { name: "Check your mail" });
  const sent = auth.backend.received.find(({ call }) => call === "POST /auth/v1/signup");
  expect(sent?.query.get("redirect_to")).toBe(location.origin + wanted);
  // Another tab knows only what the mail says.
  sessionStorage.clear();
  const next = new URLSearchParams({ next: wanted }).toString();
  await load(`/confirm-email?token_hash=secret-1&type=signup&${next}`, "Confirm your address");
  await userEvent.click(screen.getByRole("button", { name: "Confirm my address" }));
  await expectArrival(wanted);
});

test("by signing up and the code from the mail", async () => {
  auth.answers("POST /signup", unconfirmedAnswer);
  await wantPage();
  await load("/signup", "Sign Up");
  await signUp();
  await userEvent.type(await screen.findByLabelText("Code"), "123456");
  await expectArrival(wanted);
});

test("by a link that says nothing about where to go, opened in the same tab", async () => {
  await wantPage();
  await load("/confirm-email?token_hash=secret-1&type=magiclink", "Log in by link");
  await userEvent.click(screen.getByRole("button", { name: "Log in" }));
  await expectArrival(wanted);
});

test("by a provider, which leads back to Login with the page in the address", async () => {
  const left: string[] = [];
  vi.spyOn(window.location, "assign").mockImplementation((url) => void left.push(String(url)));
  auth.backend.answers(getConfig, { ...plainConfig, providers: [{ key: "oidc", name: "Owl ID" }] });
  await wantPage();
  await load("/login", "Login");
  await userEvent.click(await screen.findByRole("button", { name: "Continue with Owl ID" }));
  await waitFor(() => expect(left).toHaveLength(1));
  const back = new URL(new URL(left[0] ?? "").searchParams.get("redirect_to") ?? "");
  expect(back.searchParams.get("next")).toBe(wanted);
  sessionStorage.clear();
  storeSession();
  cleanup();
  newPage();
  opened = openApp(back.pathname + back.search);
  await expectArrival(wanted);
});

test("by choosing a new password", async () => {
  auth.answers("PUT /user", sessionAnswer.user);
  await wantPage();
  storeSession({ method: "recovery" });
  await load("/reset-password", "Choose a new password");
  await userEvent.insert(screen.getByLabelText("New password"), "night owls fly");
  await userEvent.insert(screen.getByLabelText("Repeat new password"), "night owls fly");
  await userEvent.click(screen.getByRole("button", { name: "Save the new password" }));
  await expectArrival(wanted);
});

test("the address says more than what was wanted before", async () => {
  await wantPage();
  await load("/login?next=%2Faccount", "Login");
  await logIn();
  await expectArrival("/account");
});

test("what was used is forgotten", async () => {
  await wantPage();
  await load("/login", "Login");
  await logIn();
  await expectArrival(wanted);
  expect(sessionStorage.getItem("wanted_page")).toBeNull();
});

test("signing out forgets it", async () => {
  await wantPage();
  await act(() => signOut());
  await load("/login", "Login");
  await logIn();
  await expectArrival("/dashboard");
});

test("after half an hour nobody is led there any more", async () => {
  await wantPage();
  const now = Date.now();
  const later = vi.spyOn(Date, "now").mockReturnValue(now + 29 * 60 * 1000);
  await load("/login", "Login");
  expect(screen.getByText(/After logging in/)).toBeTruthy();
  later.mockReturnValue(now + 31 * 60 * 1000);
  await load("/login", "Login");
  expect(screen.queryByText(/After logging in/)).toBeNull();
});

test.each(["https://evil.example/account", "//evil.example", "/\\evil.example", "/login", "/discord"])(
  "a kept address that is no page of ours is not followed: %s",
  async (foreign) => {
    const until = Date.now() + 60_000;
    sessionStorage.setItem("wanted_page", JSON.stringify({ href: foreign, until }));
    await load("/login", "Login");
    await logIn();
    await expectArrival("/dashboard");
    expect(opened.documents).toEqual([]);
  },
);
