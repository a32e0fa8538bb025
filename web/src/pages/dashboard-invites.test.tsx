import { listMyInvites } from "@clanhall/contract/invites";
import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { fakeClans, ironwood, nightOwls } from "../testing/fake-clans.ts";
import { openDashboard, widget } from "../testing/fake-dashboard.ts";
import { inviteOf } from "../testing/fake-invites.ts";
import { inDays } from "../testing/fake-scoreboards.ts";
import { takeComplaints } from "../testing/complaints.ts";
import { formatFullDate } from "../lib/format.ts";

const invites = () => widget("Member Invites");

async function shownNames() {
  const items = await (await invites()).findAllByRole("listitem");
  return items.map((item) => item.querySelector("strong")?.textContent);
}

test("an owner without open invites is told so", async () => {
  fakeClans(nightOwls);
  await openDashboard();
  const shown = await invites();
  expect(await shown.findByText("No outstanding invites.")).toBeTruthy();
  expect(shown.getByRole("link", { name: "All invites" }).getAttribute("href")).toBe("/invites");
});

test("invites on their way are announced", async () => {
  const { promise, resolve } = Promise.withResolvers<Response>();
  fakeClans(nightOwls).repliesTo("GET /api/invites", () => promise);
  await openDashboard();
  const shown = await invites();
  expect(await shown.findByText("Loading invites…")).toBeTruthy();
  resolve(Response.json({ invites: [inviteOf(2, "Bo")] }));
  expect(await shown.findByText("Bo")).toBeTruthy();
  expect(shown.queryByText("Loading invites…")).toBeNull();
});

test("only outstanding invites are shown, the soonest to expire first and those without an end last", async () => {
  const soon = inDays(1);
  fakeClans(nightOwls).answers(listMyInvites, {
    invites: [
      inviteOf(1, "Never", { expires_at: null }),
      inviteOf(2, "Later", { expires_at: inDays(9) }),
      inviteOf(3, "Soon", { expires_at: soon }),
      inviteOf(4, "Over", { expires_at: inDays(-1) }),
      inviteOf(5, "Used", { is_processed: true }),
      inviteOf(6, "Cancelled", { cancelled_at: inDays(-1) }),
    ],
  });
  await openDashboard();
  expect(await shownNames()).toEqual(["Soon", "Later", "Never"]);
  const shown = await invites();
  expect(shown.getByText(`Expires ${formatFullDate(soon)}`)).toBeTruthy();
  expect(shown.getAllByText("Night Owls")).toHaveLength(3);
  expect(shown.getAllByText(/^Expires/)).toHaveLength(2);
});

test("at most eight are shown", async () => {
  const many = Array.from({ length: 10 }, (_, index) =>
    inviteOf(index, `P${index}`, { expires_at: inDays(index + 1) }),
  );
  fakeClans(nightOwls).answers(listMyInvites, { invites: many.toReversed() });
  await openDashboard();
  expect(await shownNames()).toEqual([0, 1, 2, 3, 4, 5, 6, 7].map((index) => `P${index}`));
});

test("invites of a clan that somebody else owns are not shown", async () => {
  fakeClans(nightOwls, { ...ironwood, role: "maintainer" }).answers(listMyInvites, {
    invites: [inviteOf(2, "Bo"), inviteOf(3, "Cy", { clan_id: ironwood.id })],
  });
  await openDashboard();
  expect(await shownNames()).toEqual(["Bo"]);
});

test("an invite that tells nothing of its player or clan has plain words for them", async () => {
  fakeClans(nightOwls).repliesTo("GET /api/invites", () =>
    Response.json([
      { id: "i1", clan_id: nightOwls.id },
      { id: "i2", clanMember: { name: "Bo", clan: { id: nightOwls.id } } },
    ]),
  );
  await openDashboard();
  expect(await shownNames()).toEqual(["Member", "Bo"]);
  expect((await invites()).getAllByText("Clan")).toHaveLength(2);
});

test("the dashboard does without invites that do not come, and leaves a trace of it", async () => {
  fakeClans(nightOwls).refuses(listMyInvites, 403);
  await openDashboard();
  expect(await screen.findByText("No outstanding invites.")).toBeTruthy();
  expect(takeComplaints()).toEqual([["The invites could not be loaded", expect.any(Error)]]);
});
