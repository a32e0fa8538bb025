import { putMyClanSettings } from "@clanhall/contract/account";
import type { FirstStep } from "@clanhall/contract/dashboard";
import { pages } from "@clanhall/contract/pages";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "../lib/api-client.ts";
import { mutateEach } from "../lib/mutations.ts";
import { showToast } from "../ui/toasts.ts";
import { homeKey } from "./clan-home.ts";
import { type ClanTab, toClanScreen } from "./clan-screens.ts";

export const stepTexts: Record<FirstStep, string> = {
  day: "Set the clan’s day and time zone",
  activities: "Choose what you count",
  players: "Add your players",
  entries: "Enter the first day",
  board: "Make a scoreboard",
  invites: "Invite your players",
};

const screenOf = {
  activities: "customizeActivities",
  players: "managePlayers",
  entries: "dailyActivity",
  board: "scoreboards",
  invites: "invites",
} as const satisfies Record<Exclude<FirstStep, "day">, ClanTab>;

/** Where a step is done. */
export function toStep(step: FirstStep, clanId: string) {
  if (step !== "day") return toClanScreen(screenOf[step], clanId);
  return { to: pages.clanAdmin.path, params: { id: clanId }, search: { tab: "day" } };
}

/** The same while it is open: the first board is the one that most begin with, and its link is in the same form. */
export function toOpenStep(step: FirstStep, clanId: string) {
  const { search, ...screen } = toStep(step, clanId);
  return { ...screen, search: step === "board" ? { ...search, new: "week", link: "on" } : search };
}

/** Today in the clans one manages, with their first steps. */
export const todayKey = ["me", "today"];

/** Hides an owner's list of first steps wherever it stands; the toast shows it again. */
export function useDismissFirstSteps(clanId: string) {
  const queries = useQueryClient();
  const dismissal = useMutation({
    mutationFn: (isHidden: boolean) =>
      call(putMyClanSettings, { params: { clanId }, body: { first_steps_hidden: isHidden } }),
    onSuccess: () =>
      Promise.all([todayKey, homeKey(clanId)].map((queryKey) => queries.invalidateQueries({ queryKey }))),
  });
  const { isPending, error } = dismissal;
  const sayDone = () => showToast({ message: "Checklist dismissed", onUndo: () => dismissal.mutateAsync(false) });
  return { isPending, error, dismiss: () => isPending || mutateEach(dismissal, true, sayDone) };
}
