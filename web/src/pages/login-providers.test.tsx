import { getConfig } from "@clanhall/contract/system";
import { screen, waitFor } from "@testing-library/react";
import { userEvent } from "../testing/user-event.ts";
import { beforeEach, expect, test, vi } from "vitest";
import { fakeBackend, plainConfig } from "../testing/fake-backend.ts";
import { heading, openApp } from "../testing/open-app.tsx";

const providers = [
  { key: "discord", name: "Discord" },
  { key: "oidc", name: "Owl ID" },
];

let opened: ReturnType<typeof openApp>;
let left: string[];

beforeEach(() => {
  left = [];
  vi.spyOn(window.location, "assign").mockImplementation((url) => void left.push(String(url)));
  fakeBackend().answers(getConfig, { ...plainConfig, providers });
});

const alert = () =>
  screen
    .getAllByRole("alert")
    .map(({ textContent }) => textContent)
    .join("");

test.each([
  ["/login?next=%2Faccount", "Login", "/login?next=%2Faccount"],
  ["/login", "Login", "/login"],
  ["/signup?next=%2Finvite%2Fabc", "Sign Up", "/login?next=%2Finvite%2Fabc"],
])("from %s a provider is one press away and comes back to Login", async (path, title, way) => {
  opened = openApp(path);
  await heading(title);
  await userEvent.click(await screen.findByRole("button", { name: "Continue with Owl ID" }));
  await waitFor(() => expect(left).toHaveLength(1));
  const url = new URL(left[0] ?? "");
  expect(url.pathname).toBe("/auth/v1/authorize");
  expect(Object.fromEntries(url.searchParams)).toMatchObject({
    provider: "oidc",
    redirect_to: location.origin + way,
    code_challenge_method: "s256",
  });
  expect(screen.getByRole("button", { name: "Continue with Discord" })).toBeTruthy();
});

test("an installation without providers shows no trace of them", async () => {
  fakeBackend();
  opened = openApp("/login");
  await heading("Login");
  expect(screen.queryByText("or")).toBeNull();
});

test.each([
  ["error=access_denied&error_code=bad_oauth_callback", /other site did not sign you in/],
  ["error=access_denied", /other site did not sign you in/],
  ["error=access_denied&error_code=flow_state_expired", /took too long/],
  [
    "error=access_denied&error_code=provider_email_needs_verification&error_description=x",
    /not confirmed at the other/,
  ],
  ["error=access_denied&error_code=signup_disabled", /sign-up is closed/],
  ["error=access_denied&error_code=user_banned", /suspended/],
  ["error=server_error&error_code=unexpected_failure", /could not be finished/],
  ["error_code=constructor", /could not be finished/],
  ["code=somebody-elses", /could not be finished/],
])("a way back that ended with %s is told in words and leaves the address", async (query, text) => {
  opened = openApp(`/login?next=%2Faccount&${query}#${query}&sb=`);
  await heading("Login");
  await waitFor(() => expect(alert()).toMatch(text));
  await waitFor(() => expect(opened.router.state.location.href).toBe("/login?next=%2Faccount"));
  expect(alert()).toMatch(text);
});
