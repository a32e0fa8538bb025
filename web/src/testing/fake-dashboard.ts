import type { WidgetKey } from "@clanhall/contract/account";
import type { ClanToday } from "@clanhall/contract/dashboard";
import { screen, within } from "@testing-library/react";
import { karasProfile } from "./fake-account.ts";
import { inFiveHours, nightOwls, openAsKara } from "./fake-clans.ts";
import { heading } from "./open-app.tsx";

/** Opens Kara's dashboard and waits until it is known what belongs on it. */
export async function openDashboard(search = "") {
  const opened = openAsKara(`/dashboard${search}`);
  await heading("Dashboard");
  return opened;
}

export async function widget(name: string) {
  return within(await screen.findByRole("region", { name }));
}

export function widgetNames() {
  const handles = screen.getAllByRole("button", { name: /^Move / });
  return handles.map((handle) => handle.getAttribute("aria-label")?.replace("Move ", ""));
}

export function profileWith(order: WidgetKey[], hidden: WidgetKey[] = [], version = 3) {
  return { ...karasProfile, ui_settings: { dashboard: { order, hidden } }, version };
}

/** Night Owls at seven in ten; nothing left of the first steps. */
export const owlsToday: ClanToday = {
  clan_id: nightOwls.id,
  clan_name: nightOwls.name,
  clan_date: "2026-03-03",
  get ends_at() {
    return inFiveHours();
  },
  due: 120,
  entered: 84,
  missing: { count: 5, names: ["Kara", "Tom"] },
  steps: null,
};
