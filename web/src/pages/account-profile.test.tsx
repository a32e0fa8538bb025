import { getProfile, putProfile } from "@clanhall/contract/account";
import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "../testing/user-event.ts";
import { expect, test } from "vitest";
import { fakeAccount, karasProfile, karasUser, openAccount } from "../testing/fake-account.ts";
import { startThemes } from "../ui/core/theme.ts";

const region = (name: string) => screen.findByRole("region", { name });
const button = (name: string) => screen.getByRole("button", { name });
const click = (name: string) => userEvent.click(button(name));

async function rename(name: string) {
  const field = await screen.findByLabelText("Display name");
  await userEvent.clear(field);
  await userEvent.insert(field, name);
}

test("each section has its own address, and an unknown one opens the profile", async () => {
  fakeAccount();
  const { router } = await openAccount("nonsense");
  await region("About you");
  const index = screen.getByRole("navigation", { name: "Account sections" });
  expect(within(index).getByRole("link", { current: "page" }).textContent).toBe("Profile");
  await userEvent.click(within(index).getByRole("link", { name: "Privacy" }));
  await region("Usage statistics");
  expect(router.state.location.href).toBe("/account?tab=privacy");
  expect(within(index).getByRole("link", { current: "page" }).textContent).toBe("Privacy");
});

test("the profile says who reads the name and what the zone is for", async () => {
  fakeAccount();
  await openAccount("profile");
  const line = "Officers see this name when you ask to join a clan. Clans you create start with your time zone.";
  expect(within(await region("About you")).getByText(line)).toBeTruthy();
});

test("single keys can be switched off, for this person in this browser", async () => {
  fakeAccount();
  await openAccount("profile");
  const choice = within(await region("Keys")).getByRole("switch", { name: "Single keys" });
  expect(choice.getAttribute("aria-checked")).toBe("true");
  await userEvent.click(choice);
  expect(choice.getAttribute("aria-checked")).toBe("false");
  expect(localStorage.getItem(`ui_single_keys.${karasProfile.id}`)).toBe("off");
  await userEvent.click(choice);
  expect(localStorage.getItem(`ui_single_keys.${karasProfile.id}`)).toBeNull();
});

test("F8: an older address with its section opens it, and becomes the new one", async () => {
  fakeAccount();
  const { router } = await openAccount("privacy&error_code=x", "section");
  await region("Usage statistics");
  await waitFor(() => expect(router.state.location.href).toBe("/account?tab=privacy&error_code=x"));
});

test("an account that does not load says so and can be asked for again", async () => {
  const { backend } = fakeAccount();
  backend.refuses(getProfile, 403);
  await openAccount("profile");
  expect((await screen.findByRole("alert")).textContent).toContain("Your account could not be loaded.");
  backend.answers(getProfile, karasProfile);
  await click("Try again");
  await region("About you");
});

test("a new name and zone are saved with the version they were read in, and that is said", async () => {
  const { backend } = fakeAccount();
  backend.answers(putProfile, { ...karasProfile, display_name: "Kara Nightowl", version: 4 });
  await openAccount("profile");
  await rename("  Kara Nightowl ");
  const zone = screen.getByRole("combobox", { name: "Time zone" });
  await userEvent.clear(zone);
  await userEvent.type(zone, "new york");
  await userEvent.keyboard("{Enter}");
  expect(zone).toHaveProperty("value", "America/New York");
  await click("Save profile");
  await screen.findByText("Saved");
  expect(backend.callsTo(putProfile)[0]?.body).toEqual({
    display_name: "Kara Nightowl",
    time_zone: "America/New_York",
    version: 3,
  });
  expect(document.activeElement).toBe(button("Save profile"));
});

test("the zone list follows the keyboard, Escape leaves the zone as it was, and the device's is one click away", async () => {
  fakeAccount({ time_zone: "Asia/Tokyo" });
  await openAccount("profile");
  const zone = await screen.findByRole("combobox", { name: "Time zone" });
  await userEvent.click(zone);
  expect(screen.getByRole("option", { selected: true }).textContent).toContain("Asia/Tokyo");
  await userEvent.keyboard("{Escape}");
  expect(screen.queryByRole("listbox")).toBeNull();
  await userEvent.type(zone, "zzz");
  expect(screen.getByText(/No matches/)).toBeTruthy();
  await userEvent.keyboard("{Escape}");
  expect(zone).toHaveProperty("value", "Asia/Tokyo");
  await userEvent.click(screen.getByRole("button", { name: /^Use this device’s/ }));
  expect(zone).toHaveProperty("value", Intl.DateTimeFormat().resolvedOptions().timeZone.replaceAll("_", " "));
});

test("a name that cannot be is not sent", async () => {
  const { backend } = fakeAccount();
  await openAccount("profile");
  await rename(" ");
  await click("Save profile");
  expect(screen.getByText("Tell us what to call you.")).toBeTruthy();
  expect(backend.callsTo(putProfile)).toEqual([]);
});

test("a refused save keeps what was typed and says why", async () => {
  const { backend } = fakeAccount();
  backend.refuses(putProfile, 403);
  await openAccount("profile");
  await rename("Karin");
  await click("Save profile");
  await waitFor(() =>
    expect(
      screen.getByText("You can no longer change this, so it cannot be saved. Your input is still here."),
    ).toBeTruthy(),
  );
  expect(screen.getByLabelText("Display name")).toHaveProperty("value", "Karin");
});

test("a save that gets no answer keeps what was typed, and goes through once the line is back", async () => {
  const { backend } = fakeAccount();
  await openAccount("profile");
  await rename("Karin");
  backend.repliesTo("PUT /api/me/profile", () => Promise.reject(new TypeError("Failed to fetch")));
  await click("Save profile");
  const card = within(await region("About you"));
  expect((await card.findByText(/Your input is still here/)).getAttribute("role")).toBe("alert");
  expect(screen.getByLabelText("Display name")).toHaveProperty("value", "Karin");
  backend.answers(putProfile, { ...karasProfile, display_name: "Karin", version: 4 });
  await click("Save profile");
  await card.findByText("Saved");
});

async function openConflict() {
  const { backend } = fakeAccount();
  await openAccount("profile");
  await rename("Karin");
  const current = { ...karasProfile, display_name: "Carla", version: 9 };
  backend.repliesTo("PUT /api/me/profile", () =>
    Response.json({ error: "conflict", message: "Changed", current, changed_by: "Carla" }, { status: 409 }),
  );
  await click("Save profile");
  await screen.findByText("Changed by Carla: Carla");
  expect(screen.getByLabelText("Display name")).toHaveProperty("value", "Karin");
  return backend;
}

test("the same thing changed elsewhere: mine can be kept", async () => {
  const backend = await openConflict();
  backend.answers(putProfile, { ...karasProfile, display_name: "Karin", version: 10 });
  await click("Keep mine");
  await click("Save profile");
  await screen.findByText("Saved");
  expect(backend.callsTo(putProfile).at(-1)?.body).toMatchObject({ display_name: "Karin", version: 9 });
});

test("the same thing changed elsewhere: theirs can be taken", async () => {
  const backend = await openConflict();
  await click("Take theirs");
  expect(screen.getByLabelText("Display name")).toHaveProperty("value", "Carla");
  expect(screen.queryByText(/^Changed by/)).toBeNull();
  expect(backend.callsTo(putProfile)).toHaveLength(1);
});

test("something else changed elsewhere does not stand in the way", async () => {
  const { backend } = fakeAccount();
  await openAccount("profile");
  await rename("Karin");
  const privacy = { public_name: "alias", analytics_opt_out: true } as const;
  const saved = { ...karasProfile, display_name: "Karin", privacy, version: 10 };
  const current = { ...karasProfile, privacy, version: 9 };
  const stale = { error: "conflict", message: "Changed", current, changed_by: "Kara" };
  const answers = [Response.json(stale, { status: 409 }), Response.json(saved)];
  backend.repliesTo("PUT /api/me/profile", () => answers.shift() ?? Response.error());
  await click("Save profile");
  await screen.findByText("Saved");
  expect(backend.callsTo(putProfile).map(({ body }) => (body as { version: number }).version)).toEqual([3, 9]);
});

test("a theme is worn at once and remembered", async () => {
  fakeAccount();
  const stop = startThemes();
  await openAccount("profile");
  const card = await region("Theme");
  expect(within(within(card).getByRole("group", { name: "Theme" })).getAllByRole("radio")).toHaveLength(5);
  await userEvent.click(within(card).getByRole("radio", { name: "Ocean (Teal and Navy)" }));
  expect(document.documentElement.dataset.theme).toBe("oceanTheme");
  expect(localStorage.getItem("ui_theme")).toBe("oceanTheme");
  await userEvent.click(within(card).getByRole("radio", { name: "Dark" }));
  expect(document.documentElement.dataset.appearance).toBe("dark");
  expect(localStorage.getItem("ui_appearance")).toBe("dark");
  await userEvent.click(within(card).getByRole("radio", { name: "Light" }));
  expect(document.documentElement.dataset.appearance).toBeUndefined();
  stop();
});

test("a new address waits for both mailboxes; the messages can be sent again and the change cancelled", async () => {
  const { auth } = fakeAccount();
  const pending = { ...karasUser, new_email: "karin@owls.example" };
  auth.answers("PUT /user", pending).answers("POST /resend", {});
  await openAccount("profile");
  await userEvent.click(await screen.findByRole("button", { name: "Change e-mail" }));
  expect(document.activeElement).toBe(screen.getByLabelText("New e-mail"));
  await userEvent.insert(screen.getByLabelText("New e-mail"), "karin@owls.example");
  auth.answers("GET /user", pending);
  await click("Change e-mail");
  await screen.findByText(/waiting for both addresses/);
  expect(auth.sentTo("PUT /user")[0]).toMatchObject({ email: "karin@owls.example" });

  await click("Send the messages again");
  await screen.findByText("Sent");
  expect(auth.sentTo("POST /resend")).toMatchObject([{ email: "kara@owls.example", type: "email_change" }]);

  auth.answers("PUT /user", karasUser).answers("GET /user", karasUser);
  await click("Cancel the change");
  await waitFor(() => expect(screen.queryByText(/waiting for both addresses/)).toBeNull());
  expect(auth.sentTo("PUT /user").at(-1)).toMatchObject({ email: "kara@owls.example" });
});

test("an address that is refused keeps the form open and says why", async () => {
  const { auth } = fakeAccount();
  auth.refuses("PUT /user", 422, "email_exists");
  await openAccount("profile");
  await userEvent.click(await screen.findByRole("button", { name: "Change e-mail" }));
  await userEvent.insert(screen.getByLabelText("New e-mail"), "kara@owls.example");
  await click("Change e-mail");
  expect(screen.getByText("This is already your address.")).toBeTruthy();
  await userEvent.type(screen.getByLabelText("New e-mail"), "x");
  await click("Change e-mail");
  await screen.findByText("This e-mail address cannot be used. Please choose another.");
  await click("Cancel");
  expect(document.activeElement).toBe(button("Change e-mail"));
});

test("when the sign-in service does not answer for the address, the rest of the page still works", async () => {
  const { auth } = fakeAccount();
  auth.refuses("GET /user", 400, "something_new");
  await openAccount("profile");
  await screen.findByText(/Your e-mail address could not be loaded/);
  expect(screen.getByLabelText("Display name")).toBeTruthy();
});
