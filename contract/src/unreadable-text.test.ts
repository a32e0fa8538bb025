import { expect, test } from "vitest";
import { createActivity } from "./activities.ts";
import { createGame } from "./admin-games.ts";
import { createLayout } from "./screenshot-layouts.ts";

const activity = { name: "Raids", short_label: "Raid", value_type: "whole" };
const game = { name: "Ours", slug: "ours", icon: "★", servers: [], templates: [] };
const layout = { name: "List", signs: [], geometry: {} };

/** The database stores neither: both would end as a failure of ours. */
const unreadable = ["a\0b", "a\ud800b"];

test.each([
  ["category", createActivity.body, (text: string) => ({ ...activity, category: text })],
  ["unit", createActivity.body, (text: string) => ({ ...activity, unit: text })],
  ["icon", createGame.body, (text: string) => ({ ...game, icon: text })],
  ["reset_note", createGame.body, (text: string) => ({ ...game, reset_note: text })],
  ["signs", createLayout.body, (text: string) => ({ ...layout, signs: [text] })],
] as const)("%s refuses characters that cannot be stored", (field, schema, toBody) => {
  for (const text of unreadable) {
    const { error } = schema.safeParse(toBody(text));
    expect(error?.issues.map(({ path }) => path[0])).toContain(field);
  }
});
