import { z } from "zod";
import { type WidgetKey, widgetKeys } from "./account.ts";
import { nothingDue } from "./clans.ts";
import { endpoint } from "./endpoint.ts";

/** Items that each widget shows, and bulletins that are asked for of each clan. */
export const widgetItemsMax = 8;
export const bulletinsPerClan = 5;

/** A saved order, without what nobody knows any more and with what it does not know yet at the end. */
export function toWidgetOrder(saved: readonly unknown[]): WidgetKey[] {
  const known = widgetKeys.filter((key) => saved.includes(key)).toSorted((a, b) => saved.indexOf(a) - saved.indexOf(b));
  return [...known, ...widgetKeys.filter((key) => !known.includes(key))];
}

/** The order after one widget was dropped onto another: it takes that one's place. */
export function moveWidget(order: readonly WidgetKey[], moved: WidgetKey, onto: WidgetKey): WidgetKey[] {
  const others = order.filter((key) => key !== moved);
  return others.toSpliced(order.indexOf(onto), 0, moved);
}

/** What a new owner does first, in this order. */
export const firstSteps = ["day", "activities", "players", "entries", "board", "invites"] as const;
export type FirstStep = (typeof firstSteps)[number];

export const clanToday = z.object({
  clan_id: z.uuid(),
  clan_name: z.string(),
  clan_date: z.string(),
  ends_at: z.iso.datetime(),
  /** Cells of today. */
  due: z.int(),
  entered: z.int(),
  nothing_due: nothingDue.nullable().optional(),
  /** Players with a due cell that is not entered: how many, and the first of them by name. */
  missing: z.object({ count: z.int(), names: z.array(z.string()) }),
  /** What is done of the first steps; null for who does not own the clan or has put the list away. */
  steps: z.record(z.enum(firstSteps), z.boolean()).nullable(),
});
export type ClanToday = z.infer<typeof clanToday>;

export const getMyToday = endpoint({
  method: "GET",
  path: "/api/me/today",
  access: "session",
  summary: "Today in each clan that the caller manages, by name: what is entered, who is missing, and the first steps.",
  response: z.object({ items: z.array(clanToday) }),
});
