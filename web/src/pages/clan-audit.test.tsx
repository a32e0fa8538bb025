import { type AuditRow, listClanAudit } from "@clanhall/contract/audit";
import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "../testing/user-event.ts";
import { expect, test } from "vitest";
import { catchFiles } from "../testing/catch-files.ts";
import { bram, fakeClans, nightOwls, openAsKara } from "../testing/fake-clans.ts";

const path = `/clan-admin/${nightOwls.id}?tab=audit`;

const renamed: AuditRow = {
  id: "bbbbbbbb-bbbb-4bbb-8bbb-bbbbbbbbbbbb",
  at: "2026-01-01T00:00:00.000Z",
  action: "member.rename",
  actor: "Kara",
  actor_kind: "member",
  target_type: "member",
  target_id: bram.id,
  target: "Bram",
  before: { name: "Bram", groups: [] },
  after: { name: "Bram the Bold", groups: ["raid", "healers"] },
  source: "import",
  reason: "He asked for it",
  request_id: null,
};

const archived: AuditRow = {
  ...renamed,
  id: "cccccccc-cccc-4ccc-8ccc-cccccccccccc",
  action: "clan.archive",
  actor: null,
  actor_kind: "system",
  target: "Night Owls",
  before: null,
  after: { archived: true, game_id: bram.id },
  source: "ui",
  reason: null,
};

function openLog(search = "") {
  const backend = fakeClans(nightOwls).answers(listClanAudit, { items: [renamed, archived], next_cursor: null });
  return { backend, ...openAsKara(`${path}${search}`) };
}

const rows = async () => (await screen.findByRole("region", { name: "Audit log" })).querySelectorAll("ul > li");

test("U15: the log says who did what in sentences, and shows only what changed when asked", async () => {
  openLog();
  await screen.findByText("Kara renamed Bram to Bram the Bold, imported.");
  const [first, second] = await rows();
  expect(first?.textContent).toContain("Reason: He asked for it");
  expect(first?.querySelector("details")?.open).toBe(false);
  await userEvent.click(within(first as HTMLElement).getByText("Show the change"));
  expect(first?.querySelector("details")?.open).toBe(true);
  expect([...(first?.querySelectorAll("dl > div") ?? [])].map(({ textContent }) => textContent)).toEqual([
    "NameBram → Bram the Bold",
    "Groupsnothing → raid, healers",
  ]);
  expect(second?.textContent).toContain("Clanhall archived the clan.");
  expect(second?.textContent).toContain("Archivedyes");
  expect(second?.textContent).toContain("#99999999");
});

test("filters live in the address and go to the server", async () => {
  const { backend, router } = openLog("&action=clan.&from=2026-01-01");
  await screen.findByText(/Kara renamed/);
  expect(screen.getByLabelText("What")).toHaveProperty("value", "clan.");
  expect(Object.fromEntries(backend.callsTo(listClanAudit).at(-1)?.query ?? [])).toEqual({
    action: "clan.",
    from: "2026-01-01",
  });
  await userEvent.selectOptions(screen.getByLabelText("Who"), await screen.findByRole("option", { name: "Bram" }));
  await userEvent.type(screen.getByLabelText("Who or what"), "123{Enter}");
  await waitFor(() =>
    expect(router.state.location.search).toMatchObject({ tab: "audit", actor: bram.user_id, target: "123" }),
  );
  await waitFor(() => expect(backend.callsTo(listClanAudit).at(-1)?.query.get("target")).toBe("123"));
  await userEvent.click(screen.getByRole("button", { name: "Clear filters" }));
  await waitFor(() => expect(router.state.location.href).toBe(path));
});

test("nothing that matches offers to clear the filters", async () => {
  const { backend, router } = openLog();
  await screen.findByText(/Kara renamed/);
  backend.answers(listClanAudit, { items: [], next_cursor: null });
  await userEvent.selectOptions(screen.getByLabelText("What"), "Invite");
  const nothing = await screen.findByText("Nothing matches.");
  await userEvent.click(within(nothing.parentElement as HTMLElement).getByRole("button", { name: "Clear filters" }));
  await waitFor(() => expect(router.state.location.href).toBe(path));
});

test("older rows come when they are asked for, and a failure leaves what is there", async () => {
  const { backend } = openLog();
  backend.answers(listClanAudit, { items: [renamed], next_cursor: "further" });
  const more = await screen.findByRole("button", { name: "Show more" });
  const save = screen.getByRole("button", { name: "Download CSV" });
  expect(save.parentElement?.contains(more)).toBe(false);
  backend.refuses(listClanAudit, 403);
  await userEvent.click(more);
  expect((await screen.findByRole("alert")).textContent).toBe("No");
  backend.answers(listClanAudit, { items: [archived], next_cursor: null });
  await userEvent.click(more);
  await waitFor(async () => expect(await rows()).toHaveLength(2));
  expect(backend.callsTo(listClanAudit).at(-1)?.query.get("cursor")).toBe("further");
  expect(screen.queryByRole("button", { name: "Show more" })).toBeNull();
  expect(document.activeElement).toBe((await rows())[1]);
});

test("the file holds exactly what is filtered", async () => {
  const { backend } = openLog("&action=member.");
  const files = catchFiles();
  backend.repliesTo(`GET /api/clans/${nightOwls.id}/audit.csv`, () => new Response("at,action"));
  await userEvent.click(await screen.findByRole("button", { name: "Download CSV" }));
  await waitFor(() => expect(files).toHaveLength(1));
  expect(await files[0]?.text()).toBe("at,action");
  expect(backend.received.at(-1)?.query.toString()).toBe("action=member.");
});

test("a log that does not load can be asked for again", async () => {
  const { backend } = openLog();
  backend.refuses(listClanAudit, 403);
  expect((await screen.findByRole("alert")).textContent).toContain("The log could not be loaded.");
  backend.answers(listClanAudit, { items: [renamed], next_cursor: null });
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByText(/Kara renamed/);
});
