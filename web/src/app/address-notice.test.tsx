import { getConfig } from "@clanhall/contract/system";
import { screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { enhanceFrame } from "../public-pages/enhance-frame.ts";
import { fakeAuth } from "../testing/fake-auth.ts";
import { fakeBackend, plainConfig } from "../testing/fake-backend.ts";
import { nameAddress } from "../testing/name-address.ts";
import { heading, openApp } from "../testing/open-app.tsx";
import { userEvent } from "../testing/user-event.ts";

const home = "https://clan.example";
const notice = () => screen.queryByRole("complementary", { name: "Address" });

/** Of the machine itself, and not the page's. */
const local = "http://127.0.0.1:4321";

async function openAway(path: string, title: string, address = home) {
  nameAddress(address);
  openApp(path);
  await heading(title);
}

test("at its own address the page says nothing about addresses", async () => {
  fakeBackend();
  nameAddress(location.origin);
  openApp("/login");
  await heading("Login");
  expect(notice()).toBeNull();
});

test("what is said of the address is there with the first of the page, and moves nothing later", async () => {
  fakeBackend();
  nameAddress(home);
  openApp("/reset-password");
  await screen.findByRole("link", { name: "Skip to content" });
  expect(notice()).toBeTruthy();
});

test("at another address the page says where it lives, and leads to the same page there", async () => {
  fakeBackend();
  await openAway("/reset-password?next=%2Faccount", "Forgot your password?");
  const said = await screen.findByRole("complementary", { name: "Address" });
  expect(said.textContent).toBe("This Clanhall lives at https://clan.example. Links in mails lead there.");
  expect(within(said).getByRole("link").getAttribute("href")).toBe(`${home}/reset-password?next=%2Faccount`);
});

test.each([
  ["/login?next=%2Faccount%3Ftab%3Dsecurity%23email", "Login"],
  ["/signup?next=%2Faccount%3Ftab%3Dsecurity%23email", "Sign Up"],
])("at another address %s says only where it lives", async (path, title) => {
  fakeBackend().answers(getConfig, { ...plainConfig, providers: [{ key: "oidc", name: "Owl ID" }] });
  await openAway(path, title);
  const main = screen.getByRole("main");
  expect(main.textContent).toBe(`${title}This Clanhall lives at https://clan.example.`);
  expect(within(main).getByRole("link").getAttribute("href")).toBe(home + path);
  expect(within(main).queryByRole("button")).toBeNull();
  expect(notice()).toBeNull();
});

test("where the address names only this machine, one can log in at any", async () => {
  fakeBackend();
  await openAway("/login?next=%2Faccount", "Login", local);
  expect(await screen.findByLabelText("Password")).toBeTruthy();
  expect((await screen.findByRole("complementary", { name: "Address" })).textContent).toContain(local);
});

test("pages that the server renders say the same", () => {
  nameAddress(home);
  document.body.innerHTML = '<header class="bar"><button></button></header><main id="main"></main>';
  enhanceFrame(window);
  expect(notice()?.textContent).toBe("This Clanhall lives at https://clan.example. Links in mails lead there.");
  expect(notice()?.nextElementSibling?.id).toBe("main");
});

test("a sign-in at another site can only come back to the address it knows", async () => {
  fakeBackend().answers(getConfig, { ...plainConfig, providers: [{ key: "oidc", name: "Owl ID" }] });
  await openAway("/login?next=%2Faccount", "Login", local);
  const line = await screen.findByText(/To continue with Owl ID, open/);
  expect(within(line).getByRole("link").getAttribute("href")).toBe(`${local}/login?next=%2Faccount`);
  expect(screen.queryByRole("button", { name: "Continue with Owl ID" })).toBeNull();
});

test("mails lead to the address they can be opened at", async () => {
  const backend = fakeBackend();
  const auth = fakeAuth(backend).answers("POST /recover", {});
  await openAway("/reset-password", "Forgot your password?");
  await userEvent.insert(await screen.findByLabelText("E-mail"), "kara@owls.example");
  await userEvent.click(screen.getByRole("button", { name: "Send the link" }));
  await waitFor(() => expect(auth.sentTo("POST /recover")).toHaveLength(1));
  const sent = backend.received.find(({ call }) => call === "POST /auth/v1/recover");
  expect(sent?.query.get("redirect_to")).toBe(`${home}/reset-password`);
});

test("without a secure context nobody is asked for a hash, and providers say what is missing", async () => {
  vi.stubGlobal("crypto", { getRandomValues: crypto.getRandomValues.bind(crypto) });
  const backend = fakeBackend().answers(getConfig, { ...plainConfig, providers: [{ key: "oidc", name: "Owl ID" }] });
  const auth = fakeAuth(backend).answers("POST /recover", {});
  openApp("/login?forgot=1");
  await heading("Forgot your password?");
  await userEvent.insert(await screen.findByLabelText("E-mail"), "kara@owls.example");
  await userEvent.click(screen.getByRole("button", { name: "Send the link" }));
  await waitFor(() => expect(auth.sentTo("POST /recover")).toHaveLength(1));
  expect(auth.sentTo("POST /recover")).toMatchObject([{ code_challenge: null }]);
  await userEvent.click(screen.getByRole("link", { name: "Back to login" }));
  expect(await screen.findByText("To continue with Owl ID, open this site over https.")).toBeTruthy();
});
