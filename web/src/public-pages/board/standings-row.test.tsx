import { readFileSync } from "node:fs";
import { join } from "node:path";
import { avatarColors } from "@clanhall/contract/rules/avatar";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Sparkline, tintStyles, trendLabel } from "./standings-row.tsx";

test("a board paints its avatars in the colours of the app", () => {
  const styles = readFileSync(join(import.meta.dirname, "standings.css"), "utf8");
  // The first of the eight is what an avatar has without more.
  const usual = styles.match(/\n\.avatar \{[^}]*background: (#\w+)/)?.[1];
  const painted = avatarColors.map((_, tint) =>
    tint === 1 ? usual : tintStyles.match(new RegExp(`\\.tint-${tint}\\{background:(#\\w+)\\}`))?.[1],
  );
  expect(painted).toEqual([...avatarColors]);
});

test.each([
  [[1, 2, 3, 4], "rising"],
  [[4, 3, 2, 1], "falling"],
  [[100, 101, 100, 101], "steady"],
  [[0, 0, 0], "steady"],
  [[-10, -5, -1], "rising"],
  [[null, 5, null, 9], "rising"],
  [[null, 5], ""],
  [[], ""],
])("days of %j are %s", (values, label) => {
  expect(trendLabel(values)).toBe(label);
});

test.each([
  [
    [0, 5, 10],
    ["M0 9 1 5 2 0", "M2 0h0"],
  ],
  [
    [3, 3],
    ["M0 5 1 5", "M1 5h0"],
  ],
  [
    [1, null, 2, 3, null],
    ["M0 9h0M2 5 3 0", "M3 0h0"],
  ],
  [[7], ["M0 5h0", "M0 5h0"]],
  [[null, null], []],
  [[], []],
])("the line of %j is drawn with gaps where nothing counted", (values, paths) => {
  const drawn = renderToStaticMarkup(<Sparkline values={values} />);
  expect([...drawn.matchAll(/ d="([^"]*)"/g)].map((match) => match[1])).toEqual(paths);
});
