import { getMyAdminStatus } from "@clanhall/contract/account";
import { listUsers } from "@clanhall/contract/admin-users";
import { type AppAdmin, grantAppAdmin, listAppAdmins, revokeAppAdmin } from "@clanhall/contract/admin";
import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "../testing/user-event.ts";
import { expect, test } from "vitest";
import { bram, fakeAdmin, openAdmin, refusal } from "../testing/fake-admin.ts";
import { heading } from "../testing/open-app.tsx";

const kara: AppAdmin = {
  userId: "11111111-1111-4111-8111-111111111111",
  note: "Founder",
  display_name: "Kara",
  email: "kara@owls.example",
  granted_at: "2026-01-01T00:00:00.000Z",
  has_factor: true,
  is_me: true,
};
const runa: AppAdmin = { ...kara, userId: bram.id, display_name: "Runa", note: null, has_factor: false, is_me: false };

const lastOne = "The last app admin cannot be revoked. Make someone else one first.";

function openAdmins(admins: AppAdmin[]) {
  return openAdmin("/admin?admins=1", "Manage Admins", fakeAdmin().answers(listAppAdmins, { admins }));
}

test("the app admins are listed with their note, since when, and whether they have a second factor", async () => {
  await openAdmins([kara, runa]);
  const list = within(await screen.findByRole("list", { name: "App admins" }));
  const [first, second] = list.getAllByRole("listitem");
  for (const text of ["Kara", "You", "kara@owls.example", "Founder", "Granted", "Second factor: yes"]) {
    expect(first?.textContent).toContain(text);
  }
  expect(second?.textContent).toContain("Second factor: no");
  expect(list.getByRole("link", { name: "Runa" }).getAttribute("href")).toBe(`/admin/users/${runa.userId}`);
});

test("a list that names only the ids is shown all the same", async () => {
  const backend = fakeAdmin().repliesTo("GET /api/app-admins", () => Response.json([{ user_id: "u-1" }]));
  await openAdmin("/admin?admins=1", "Manage Admins", backend);
  expect(await screen.findByRole("button", { name: "Revoke u-1" })).toBeTruthy();
});

test("an empty list says what will be here, and one that does not come can be asked for again", async () => {
  const backend = fakeAdmin().refuses(listAppAdmins, 500);
  await openAdmin("/admin?admins=1", "Manage Admins", backend);
  await screen.findByText(/The app admins could not be loaded/);
  backend.answers(listAppAdmins, { admins: [] });
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByText("No app admins yet.")).toBeTruthy();
});

test("an admin finds a user and grants; whoever is one already cannot be chosen", async () => {
  const { backend } = await openAdmins([kara]);
  await userEvent.click(screen.getByRole("button", { name: "Grant app admin" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Grant app admin" }));
  await userEvent.click(dialog.getByRole("button", { name: "Grant app admin" }));
  expect(dialog.getByText("userId is required")).toBeTruthy();
  const known = { ...bram, id: kara.userId, display_name: "Kara", is_app_admin: true };
  backend.answers(listUsers, { items: [bram, known], total: 2, next_cursor: null });
  await userEvent.type(dialog.getByRole("searchbox"), "ra");
  const found = within(await dialog.findByRole("list", { name: "Users found" }));
  expect(backend.callsTo(listUsers).at(-1)?.query.get("q")).toBe("ra");
  expect(found.getByText("Already an app admin")).toBeTruthy();
  expect(found.queryByRole("button", { name: /Kara/ })).toBeNull();
  await userEvent.click(found.getByRole("button", { name: /Bram/ }));
  await userEvent.insert(dialog.getByLabelText("Note (optional)"), "Night shift");
  backend.repliesTo("POST /api/app-admins", refusal(409, "Bram is suspended. Lift the suspension first."));
  await userEvent.click(dialog.getByRole("button", { name: "Grant app admin" }));
  await dialog.findByText("Bram is suspended. Lift the suspension first.");
  backend.answers(grantAppAdmin, { ...runa, display_name: "Bram" });
  await userEvent.click(dialog.getByRole("button", { name: "Grant app admin" }));
  await screen.findByText("Bram is an app admin now");
  expect(backend.callsTo(grantAppAdmin).at(-1)?.body).toEqual({ userId: bram.id, note: "Night shift" });
});

test("an admin who revokes themselves is led to the dashboard, and the Admin menu goes", async () => {
  const { backend } = await openAdmins([kara, runa]);
  await screen.findByRole("button", { name: "Admin" });
  await userEvent.click(await screen.findByRole("button", { name: "Revoke Kara" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Revoke Kara?" }));
  backend.repliesTo(`DELETE /api/app-admins/${kara.userId}`, () => Response.json({}));
  backend.answers(getMyAdminStatus, { success: true, data: { isAppAdmin: false } });
  await userEvent.click(dialog.getByRole("button", { name: "Revoke app admin" }));
  await heading("Dashboard");
  await screen.findByText("You are no longer an app admin");
  await waitFor(() => expect(screen.queryByRole("button", { name: "Admin" })).toBeNull());
});

test("revoking asks first; the last admin stays, and the dialog says why", async () => {
  const { backend } = await openAdmins([kara, runa]);
  await userEvent.click(await screen.findByRole("button", { name: "Revoke Runa" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Revoke Runa?" }));
  backend.repliesTo(`DELETE /api/app-admins/${runa.userId}`, refusal(409, lastOne));
  await userEvent.click(dialog.getByRole("button", { name: "Revoke app admin" }));
  expect((await dialog.findByRole("alert")).textContent).toBe(lastOne);
  backend.repliesTo(`DELETE /api/app-admins/${runa.userId}`, () => Response.json({}));
  backend.answers(listAppAdmins, { admins: [kara] });
  await userEvent.click(dialog.getByRole("button", { name: "Revoke app admin" }));
  await screen.findByText("Runa is no longer an app admin");
  await waitFor(() => expect(screen.queryByRole("button", { name: "Revoke Runa" })).toBeNull());
  expect(backend.callsTo(revokeAppAdmin)).toHaveLength(2);
});
