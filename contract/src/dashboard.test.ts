import fc from "fast-check";
import { expect, test } from "vitest";
import { type WidgetKey, widgetKeys } from "./account.ts";
import { moveWidget, toWidgetOrder } from "./dashboard.ts";

const orders = fc.shuffledSubarray([...widgetKeys], { minLength: widgetKeys.length });
const keys = fc.constantFrom(...widgetKeys);

test.each<[string, unknown[], WidgetKey[]]>([
  ["nothing", [], ["scoreboards", "invites", "bulletins"]],
  ["an order of theirs", ["bulletins", "scoreboards", "invites"], ["bulletins", "scoreboards", "invites"]],
  ["an order from before there were bulletins", ["invites", "scoreboards"], ["invites", "scoreboards", "bulletins"]],
  ["one widget", ["bulletins"], ["bulletins", "scoreboards", "invites"]],
  [
    "a widget that is gone",
    ["weather", "invites", "bulletins", "scoreboards"],
    ["invites", "bulletins", "scoreboards"],
  ],
  ["a widget twice", ["invites", "bulletins", "invites"], ["invites", "bulletins", "scoreboards"]],
  ["what is no widget", [null, 3, "invites"], ["invites", "scoreboards", "bulletins"]],
])("whoever saved %s gets every widget once", (_what, saved, order) => {
  expect(toWidgetOrder(saved)).toEqual(order);
});

test("whatever was saved, its widgets come first in their order, and none is lost or doubled", () => {
  const saves = fc.array(fc.oneof(keys, fc.string()), { maxLength: 8 });
  const isWidget = (key: string): key is WidgetKey => widgetKeys.some((known) => known === key);
  fc.assert(
    fc.property(saves, (saved) => {
      const order = toWidgetOrder(saved);
      const known = [...new Set(saved.filter(isWidget))];
      expect(order.toSorted()).toEqual(widgetKeys.toSorted());
      expect(order.slice(0, known.length)).toEqual(known);
      expect(toWidgetOrder(order)).toEqual(order);
    }),
  );
});

test.each<[WidgetKey, WidgetKey, WidgetKey[]]>([
  ["scoreboards", "bulletins", ["invites", "bulletins", "scoreboards"]],
  ["scoreboards", "invites", ["invites", "scoreboards", "bulletins"]],
  ["bulletins", "scoreboards", ["bulletins", "scoreboards", "invites"]],
  ["bulletins", "invites", ["scoreboards", "bulletins", "invites"]],
  ["invites", "invites", ["scoreboards", "invites", "bulletins"]],
])("%s dropped onto %s takes its place", (moved, onto, order) => {
  expect(moveWidget(["scoreboards", "invites", "bulletins"], moved, onto)).toEqual(order);
});

test("a dropped widget stands where the other stood, and the others keep their order", () => {
  fc.assert(
    fc.property(orders, keys, keys, (order, moved, onto) => {
      const after = moveWidget(order, moved, onto);
      const others = (list: WidgetKey[]) => list.filter((key) => key !== moved);
      expect(after.indexOf(moved)).toBe(order.indexOf(onto));
      expect(after).toHaveLength(widgetKeys.length);
      expect(others(after)).toEqual(others(order));
    }),
  );
});
