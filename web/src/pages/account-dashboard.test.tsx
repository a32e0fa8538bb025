import { putProfile } from "@clanhall/contract/account";
import { screen, within } from "@testing-library/react";
import { userEvent } from "../testing/user-event.ts";
import { expect, test } from "vitest";
import { fakeAccount, karasProfile, openAccount } from "../testing/fake-account.ts";

const click = (name: string) => userEvent.click(screen.getByRole("button", { name }));
const names = () =>
  within(screen.getByRole("region", { name: "Dashboard" }))
    .getAllByRole("listitem")
    .map(({ firstChild }) => firstChild?.textContent);

async function openDashboardSection() {
  await openAccount("dashboard");
  await screen.findByRole("region", { name: "Dashboard" });
}

test("widgets are moved and hidden, and saved together", async () => {
  const { backend } = fakeAccount();
  backend.answers(putProfile, { ...karasProfile, version: 4 });
  await openDashboardSection();
  expect(names()).toEqual(["Scoreboards", "Member Invites", "Clan Bulletins"]);
  await click("Move up Clan Bulletins");
  expect(names()).toEqual(["Scoreboards", "Clan Bulletins", "Member Invites"]);
  expect(screen.getByText("Clan Bulletins is now 2 of 3")).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Move up Clan Bulletins" }));
  await click("Move up Scoreboards");
  await userEvent.click(screen.getByRole("checkbox", { name: "Show Member Invites" }));
  await click("Save dashboard");
  await screen.findByText("Dashboard settings saved");
  await click("Dismiss");
  expect(backend.callsTo(putProfile)[0]?.body).toEqual({
    ui_settings: { dashboard: { order: ["scoreboards", "bulletins", "invites"], hidden: ["invites"] } },
    version: 3,
  });
});

test("the list and the button below it are parted as in every form", async () => {
  fakeAccount();
  await openDashboardSection();
  // The kit's form has the space between its parts.
  expect(screen.getByRole("button", { name: "Save dashboard" }).closest("form")?.className).toMatch(/stack/);
});

test("a saved order that does not know a widget shows it last", async () => {
  fakeAccount({ ui_settings: { dashboard: { order: ["bulletins"], hidden: ["bulletins"] } } });
  await openDashboardSection();
  expect(names()).toEqual(["Clan Bulletins", "Scoreboards", "Member Invites"]);
  expect(screen.getByRole("checkbox", { name: "Show Clan Bulletins" })).toHaveProperty("checked", false);
});

test("a failed save is told by a toast and on the page, and the arrangement stays", async () => {
  const { backend } = fakeAccount();
  backend.refuses(putProfile, 403);
  await openDashboardSection();
  await click("Move down Scoreboards");
  await click("Save dashboard");
  await screen.findByText("Failed to save dashboard settings");
  expect(
    screen.getByText("You can no longer change this, so it cannot be saved. Your input is still here."),
  ).toBeTruthy();
  expect(names()).toEqual(["Member Invites", "Scoreboards", "Clan Bulletins"]);
});

test("an arrangement changed elsewhere can be taken over", async () => {
  const { backend } = fakeAccount();
  await openDashboardSection();
  const dashboard = { order: ["bulletins", "invites", "scoreboards"] as const, hidden: [] };
  const ui_settings = { dashboard: { order: [...dashboard.order], hidden: [] } };
  const current = { ...karasProfile, ui_settings, version: 9 };
  backend.repliesTo("PUT /api/me/profile", () =>
    Response.json({ error: "conflict", message: "Changed", current, changed_by: "Kara" }, { status: 409 }),
  );
  await click("Move down Scoreboards");
  await click("Save dashboard");
  await screen.findByText("Changed by Kara: Clan Bulletins, Member Invites, Scoreboards");
  await click("Take theirs");
  expect(names()).toEqual(["Clan Bulletins", "Member Invites", "Scoreboards"]);
});
