import { listActivities } from "@clanhall/contract/activities";
import { listMembers } from "@clanhall/contract/members";
import { listLayouts } from "@clanhall/contract/screenshot-layouts";
import { act, screen, waitFor } from "@testing-library/react";
import { expect, onTestFinished, test } from "vitest";
import { nightOwls } from "../testing/fake-clans.ts";
import { dayOf, fakeDay, openDay } from "../testing/fake-days.ts";
import { kara, rosterOf } from "../testing/fake-roster.ts";
import { userEvent } from "../testing/user-event.ts";

test("chosen screenshots stay when the clan's day ends behind them, and go when their dialog is closed", async () => {
  fakeDay(dayOf())
    .answers(listActivities, { items: [] })
    .answers(listMembers, rosterOf(kara))
    .answers(listLayouts, { items: [] });
  const { router } = await openDay(nightOwls, "&day=2026-03-02&import=screenshots");
  const input = await screen.findByLabelText("Pictures", {}, { timeout: 10_000 });
  await userEvent.upload(input, new File(["png"], "list.png", { type: "image/png" }));
  const read = await screen.findByRole("button", { name: "Read 1 picture" });

  const search = (before: Record<string, unknown>) => ({ ...before, day: undefined });
  await act(() => router.navigate({ to: ".", search }));
  await screen.findByText(/Clan day Tue 3 Mar/);
  expect(read.isConnected).toBe(true);
  expect(screen.getByRole("img", { name: "list.png" })).toBeTruthy();

  // Whoever closes it was asked already: nothing that asks once more stands in the way.
  const unblock = router.history.block({ blockerFn: async () => true, enableBeforeUnload: false });
  onTestFinished(unblock);
  await userEvent.click(screen.getByRole("button", { name: "Close" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(router.state.location.search).not.toHaveProperty("import");
});
