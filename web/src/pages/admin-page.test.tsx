import { getAdminOverview, listAdminAudit, listOwnerlessClans, recoverClan } from "@clanhall/contract/admin";
import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "../testing/user-event.ts";
import { expect, test, vi } from "vitest";
import { catchFiles } from "../testing/catch-files.ts";
import { fakeAdmin, lostClan, openAdmin, overview, refusal, suspension } from "../testing/fake-admin.ts";
import { heading } from "../testing/open-app.tsx";

const click = (name: string) => userEvent.click(screen.getByRole("button", { name }));
const tile = async (name: string) => (await screen.findByRole("region", { name })).textContent;
const recoverPath = `POST /api/admin/clans/${lostClan.id}/transfer`;

function openOverview(search = "", backend = fakeAdmin(), more: Partial<typeof overview> = {}) {
  backend.answers(getAdminOverview, { ...overview, ...more }).answers(listOwnerlessClans, { items: [lostClan] });
  return openAdmin(`/admin${search}`, "Admin", backend);
}

test("an admin reads that Discord refused the bot's token", async () => {
  await openOverview("", fakeAdmin(), { discord: "token" });
  expect(await tile("Health")).toContain("Discord: the bot token is not valid");
});

test("an admin sees how the installation is doing and where to go", async () => {
  await openOverview();
  expect(await tile("Users")).toBe("Users12,34531 unconfirmed2 suspended4 deletion pending");
  expect(await tile("Clans")).toBe("Clans81212 archived1 without an owner who can act");
  expect(await tile("Sign-ups")).toContain("57in the last 7 days");
  expect(await tile("Failed sign-ins")).toContain("9in the last 24 hours");
  expect(await tile("Jobs waiting")).toContain("2 failed");
  expect(await tile("Mails waiting")).toContain("None failed");
  expect(await tile("Health")).toContain("Needs attentionVersion 1.2.3");
  expect(await tile("Health")).toContain("5 GB");
  const parts = within(screen.getByRole("navigation", { name: "Administration" }));
  const addresses = parts.getAllByRole("link").map((link) => link.getAttribute("href"));
  expect(addresses).toEqual(["/admin", "/admin/users", "/admin?admins=1", "/admin/games"]);
  expect(screen.getByRole("link", { name: "2 suspended" }).getAttribute("href")).toBe("/admin/users?state=suspended");
});

test("tiles that do not come can be asked for again", async () => {
  const backend = fakeAdmin();
  const opening = openOverview("", backend);
  backend.refuses(getAdminOverview, 500);
  await opening;
  await screen.findByText(/The overview could not be loaded/);
  backend.answers(getAdminOverview, overview);
  await click("Try again");
  expect(await tile("Users")).toContain("12,345");
});

test("a clan without an owner is transferred with a reason; a refusal stands in the dialog", async () => {
  const { backend } = await openOverview();
  await userEvent.click(await screen.findByRole("button", { name: "Transfer Night Owls" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Transfer Night Owls" }));
  const send = dialog.getByRole("button", { name: "Transfer" });
  await userEvent.type(dialog.getByLabelText("Reason"), "gone");
  await userEvent.click(send);
  expect(dialog.getByText("Choose the member who becomes the owner.")).toBeTruthy();
  expect(dialog.getByText("Give a reason of at least 5 characters.")).toBeTruthy();
  expect(backend.callsTo(recoverClan)).toEqual([]);
  await userEvent.selectOptions(dialog.getByLabelText("New owner"), "Bram, maintainer (bram@owls.example)");
  await userEvent.insert(dialog.getByLabelText("Reason"), " for a year");
  backend.repliesTo(recoverPath, refusal(409, "This clan has an owner again."));
  await userEvent.click(send);
  await dialog.findByText("This clan has an owner again.");
  backend.repliesTo(recoverPath, () => Response.json({})).answers(listOwnerlessClans, { items: [] });
  await userEvent.click(send);
  await screen.findByText("Night Owls transferred");
  await screen.findByText("None: every clan has an owner who can act.");
  expect(backend.callsTo(recoverClan).at(-1)?.body).toEqual({
    member_id: lostClan.candidates[0]?.member_id,
    reason: "gone for a year",
  });
});

test("a clan nobody can take over says so", async () => {
  const backend = fakeAdmin().answers(getAdminOverview, overview);
  backend.answers(listOwnerlessClans, { items: [{ ...lostClan, candidates: [] }] });
  await openAdmin("/admin", "Admin", backend);
  await screen.findByText("No member has an account to take it over.");
  expect(screen.queryByRole("button", { name: /Transfer/ })).toBeNull();
});

test("the audit tells who did what to whom and why; the command line has no name", async () => {
  const { backend } = await openOverview();
  const row = (await screen.findByText(/ suspended /)).closest("li");
  expect(row?.textContent).toContain("Reason: Sold accounts");
  expect(row?.textContent).toContain("Stateactive → suspended");
  backend.answers(listAdminAudit, {
    items: [{ ...suspension, action: "app_admin.grant", actor: null, reason: null }],
    next_cursor: null,
  });
  await userEvent.selectOptions(screen.getByLabelText("What"), "App admin");
  await screen.findByText(/^Command line or former admin made .* an app admin\.$/);
});

test("the audit's filters live in the address, and older rows come when they are asked for", async () => {
  const { backend, router } = await openOverview("?action=user.&from=2026-01-01");
  await screen.findByText(/ suspended /);
  expect(screen.getByLabelText("What")).toHaveProperty("value", "user.");
  const asked = () => Object.fromEntries(backend.callsTo(listAdminAudit).at(-1)?.query ?? []);
  expect(asked()).toEqual({ action: "user.", from: "2026-01-01" });
  backend.answers(listAdminAudit, { items: [suspension], next_cursor: "further" });
  await userEvent.type(screen.getByLabelText("Who or what"), "Bram{Enter}");
  await waitFor(() => expect(router.state.location.search).toMatchObject({ action: "user.", target: "Bram" }));
  const more = await screen.findByRole("button", { name: "Show more" });
  const save = screen.getByRole("button", { name: "Download CSV" });
  expect(save.parentElement?.contains(more)).toBe(false);
  backend.answers(listAdminAudit, {
    items: [{ ...suspension, id: "cccccccc-cccc-4ccc-8ccc-cccccccccccc", target: "Runa" }],
    next_cursor: null,
  });
  await userEvent.click(more);
  await screen.findByText(/ Runa\.$/);
  expect(asked()).toMatchObject({ target: "Bram", cursor: "further" });
  const files = catchFiles();
  await click("Download CSV");
  await waitFor(() => expect(files).toHaveLength(1));
  expect(asked()).toEqual({ action: "user.", from: "2026-01-01", target: "Bram", limit: "200" });
  const lines = (await files[0]?.text())?.split("\r\n") ?? [];
  expect(lines[0]).toBe("at,action,actor,target_type,target_id,target,before,after,reason,request_id");
  expect(lines[1]?.split(",").slice(0, 2)).toEqual([suspension.at, suspension.action]);
  backend.answers(listAdminAudit, { items: [], next_cursor: null });
  await click("Clear filters");
  await screen.findByText(/Nothing happened yet/);
  expect(router.state.location.href).toBe("/admin");
});

test("an admin whose session is too old is told so and led to Login, and comes back", async () => {
  const text = "Sign in again to administer: your session is older than 12 hours.";
  const backend = fakeAdmin().answers(listOwnerlessClans, { items: [] });
  backend.repliesTo("GET /api/admin/overview", refusal(403, text));
  const { router } = await openAdmin("/admin", "Admin", backend);
  expect((await screen.findByRole("alert")).textContent).toContain(text);
  expect(screen.queryByRole("region", { name: "Clans without an owner" })).toBeNull();
  await click("Log in again");
  await heading("Login");
  expect(router.state.location.pathname).toBe("/login");
  expect(router.state.location.search).toEqual({ next: "/admin" });
});

test("on a phone the audit is a list of cards", async () => {
  vi.spyOn(window, "matchMedia").mockImplementation(
    (media) => Object.assign(new EventTarget(), { media, matches: media.includes("48em") }) as MediaQueryList,
  );
  await openOverview();
  const part = within(await screen.findByRole("region", { name: "Admin audit" }));
  expect(await part.findAllByRole("listitem")).toHaveLength(1);
  expect(part.queryByRole("table")).toBeNull();
});
