import { deleteMyAccount, getProfile, cancelAccountDeletion, putProfile } from "@clanhall/contract/account";
import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "../testing/user-event.ts";
import { expect, test } from "vitest";
import { objectsToTracking } from "../lib/analytics.ts";
import { catchFiles } from "../testing/catch-files.ts";
import { fakeAccount, karasProfile, openAccount } from "../testing/fake-account.ts";

const region = (name: string) => screen.findByRole("region", { name });
const dialog = (name: string) => screen.findByRole("dialog", { name });

test("the name on public boards is saved with the click", async () => {
  const { backend } = fakeAccount();
  const privacy = { ...karasProfile.privacy, public_name: "hidden" } as const;
  backend.answers(putProfile, { ...karasProfile, privacy });
  await openAccount("privacy");
  const card = within(await region("My name on public boards"));
  await userEvent.click(card.getByRole("radio", { name: /^No name/ }));
  expect(card.getByRole("radio", { name: /^No name/ })).toHaveProperty("checked", true);
  await card.findByText("Saved");
  expect(backend.callsTo(putProfile)[0]?.body).toEqual({ privacy: { public_name: "hidden" } });
});

test("a choice that cannot be saved is taken back and says why", async () => {
  const { backend } = fakeAccount();
  backend.refuses(putProfile, 403);
  await openAccount("privacy");
  const card = within(await region("My name on public boards"));
  await userEvent.click(card.getByRole("radio", { name: /^No name/ }));
  await card.findByRole("alert");
  expect(card.getByRole("radio", { name: "My player’s name" })).toHaveProperty("checked", true);
});

test("an objection to statistics holds at once, is remembered, and can be taken back", async () => {
  const { backend } = fakeAccount();
  const optedOut = { ...karasProfile, privacy: { ...karasProfile.privacy, analytics_opt_out: true } };
  backend.answers(putProfile, optedOut);
  await openAccount("privacy");
  const tick = await screen.findByRole("checkbox", { name: "Turn off usage statistics" });
  await userEvent.click(tick);
  expect(objectsToTracking()).toBe(true);
  expect(localStorage.getItem("analytics_opt_out")).toBe("1");
  await screen.findByText("Saved");
  backend.answers(putProfile, karasProfile);
  await userEvent.click(tick);
  expect(objectsToTracking()).toBe(false);
  expect(localStorage.getItem("analytics_opt_out")).toBeNull();
});

test("what is kept about a person is saved as a file, and the page says what is not in it", async () => {
  const { backend } = fakeAccount();
  backend.repliesTo("GET /api/me/export", () => Response.json({ profile: { display_name: "Kara" } }));
  const files = catchFiles();
  await openAccount("privacy");
  await userEvent.click(await screen.findByRole("button", { name: "Download my data" }));
  await screen.findByText("Downloaded");
  expect(screen.getByText(/^Your data in one JSON file\. Notes that officers write .* are not in it\.$/)).toBeTruthy();
  expect(await files[0]?.text()).toContain('"display_name": "Kara"');
  expect(backend.received.at(-1)?.headers.get("authorization")).toMatch(/^Bearer /);
});

test("a download that is refused says why", async () => {
  const { backend } = fakeAccount();
  const busy = { error: "rate_limited", message: "Please wait an hour." };
  backend.repliesTo("GET /api/me/export", () => Response.json(busy, { status: 429 }));
  await openAccount("privacy");
  await userEvent.click(await screen.findByRole("button", { name: "Download my data" }));
  expect((await screen.findByRole("alert")).textContent).toBe("Please wait an hour.");
});

async function openDeletion() {
  await openAccount("privacy");
  await userEvent.click(await screen.findByRole("button", { name: "Delete my account" }));
  return within(await dialog("Delete your account?"));
}

test("an account is deleted with the password and the typed word; the page then says when", async () => {
  const { backend } = fakeAccount();
  const deletes_at = "2026-02-15T12:00:00.000Z";
  backend.answers(deleteMyAccount, { deletes_at });
  const asked = await openDeletion();
  expect(asked.getByText(/For 14 days/)).toBeTruthy();
  const confirm = asked.getByRole("button", { name: "Delete my account" });
  await userEvent.click(confirm);
  expect(asked.getByText("Enter your password.")).toBeTruthy();
  expect(asked.getByText("Type DELETE in capitals.")).toBeTruthy();
  await userEvent.insert(asked.getByLabelText("Password"), "right horse");
  await userEvent.type(asked.getByLabelText("Type DELETE to confirm"), "delete");
  await userEvent.click(confirm);
  expect(backend.callsTo(deleteMyAccount)).toEqual([]);
  await userEvent.clear(asked.getByLabelText("Type DELETE to confirm"));
  await userEvent.type(asked.getByLabelText("Type DELETE to confirm"), "DELETE");
  backend.answers(getProfile, { ...karasProfile, deletes_at });
  await userEvent.click(confirm);
  const notice = await region("Your account will be deleted");
  expect(notice.textContent).toContain("15 Feb 2026");
  expect(backend.callsTo(deleteMyAccount)[0]?.body).toEqual({ password: "right horse" });
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("a sole owner reads the server's sentence and nothing is lost", async () => {
  const { backend } = fakeAccount();
  const sentence = "You are the only owner of Night Owls. Make someone else an owner first.";
  backend.repliesTo("POST /api/me/delete", () =>
    Response.json({ error: "conflict", message: sentence }, { status: 409 }),
  );
  const asked = await openDeletion();
  await userEvent.insert(asked.getByLabelText("Password"), "right horse");
  await userEvent.type(asked.getByLabelText("Type DELETE to confirm"), "DELETE");
  await userEvent.click(asked.getByRole("button", { name: "Delete my account" }));
  await waitFor(() => expect(asked.getByRole("alert").textContent).toBe(sentence));
  expect(asked.getByLabelText("Password")).toHaveProperty("value", "right horse");
});

test("whoever has no password gets a code by mail", async () => {
  const { backend, auth } = fakeAccount({ has_password: false });
  auth.answers("GET /reauthenticate", {});
  backend.answers(deleteMyAccount, { deletes_at: "2026-02-15T12:00:00.000Z" });
  const asked = await openDeletion();
  await userEvent.click(asked.getByRole("button", { name: "Send me a code" }));
  await asked.findByText("Sent");
  await userEvent.type(asked.getByLabelText("Code from the message"), "123456");
  await userEvent.type(asked.getByLabelText("Type DELETE to confirm"), "DELETE");
  await userEvent.click(asked.getByRole("button", { name: "Delete my account" }));
  await waitFor(() => expect(backend.callsTo(deleteMyAccount)[0]?.body).toEqual({ code: "123456" }));
});

test("a pending deletion stands above every section and can be taken back", async () => {
  const { backend } = fakeAccount({ deletes_at: "2026-02-15T12:00:00.000Z" });
  backend.answers(cancelAccountDeletion, {});
  await openAccount("dashboard");
  const notice = within(await region("Your account will be deleted"));
  backend.answers(getProfile, karasProfile);
  await userEvent.click(notice.getByRole("button", { name: "Keep my account" }));
  await waitFor(() => expect(screen.queryByText(/will be deleted/)).toBeNull());
  await screen.findByText("Your account stays");
  await waitFor(() => expect(document.activeElement?.textContent).toBe("Account Settings"));
});

test("choices are saved one after the other, and what failed is asked for again", async () => {
  const { backend } = fakeAccount();
  await openAccount("privacy");
  const card = within(await region("My name on public boards"));
  const radio = (name: RegExp) => card.getByRole("radio", { name });
  const late = Promise.withResolvers<Response>();
  backend.repliesTo("PUT /api/me/profile", () => late.promise);
  await userEvent.click(radio(/alias/));
  await userEvent.click(screen.getByRole("checkbox", { name: "Turn off usage statistics" }));
  expect(backend.callsTo(putProfile)).toHaveLength(1);
  const privacy = { ...karasProfile.privacy, analytics_opt_out: true };
  backend.answers(putProfile, { ...karasProfile, privacy });
  const reads = backend.callsTo(getProfile).length;
  late.resolve(Response.json({ error: "rate_limited", message: "Wait a minute." }, { status: 429 }));
  await screen.findByText("Saved");
  expect(card.getByText("Wait a minute.")).toBeTruthy();
  expect(radio(/^My player’s name$/)).toHaveProperty("checked", true);
  expect(screen.getByRole("checkbox", { name: "Turn off usage statistics" })).toHaveProperty("checked", true);
  expect(backend.callsTo(getProfile)).toHaveLength(reads + 1);
});
