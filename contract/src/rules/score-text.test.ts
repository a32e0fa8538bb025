import { expect, test } from "vitest";
import { decimalsOf, inOneLine, scoreDecimals, toAmountText, toScoreText } from "./score-text.ts";

const troops = { value_type: "whole", unit: "troops" } as const;
const played = { value_type: "duration", unit: "" } as const;
const attended = { value_type: "yes_no", unit: "" } as const;

test.each([
  [4812, "4,812"],
  [1_234_567.891, "1,234,567.89"],
  [-12.5, "−12.5"],
  [-0.001, "0"],
  [0, "0"],
  [999_999_999_999, "999,999,999,999"],
  [1_234_567_890_123, "1.23T"],
  [-5e12, "−5T"],
  [2 ** 60, "1.15E18"],
  [1e-9, "0"],
])("%d points read as %s", (score, text) => {
  expect(toScoreText(score, "points")).toEqual({ amount: text, unit: "" });
});

test.each([
  [120, "+120"],
  [-30.25, "−30.25"],
  [0, "0"],
  [0.001, "0"],
])("an improvement of %d reads as %s", (score, text) => {
  expect(toScoreText(score, "improvement").amount).toBe(text);
});

test("a consistency is a percentage with at most one decimal", () => {
  expect(toScoreText(93.5, "consistency")).toEqual({ amount: "93.5", unit: "%" });
  expect(toScoreText(100, "consistency")).toEqual({ amount: "100", unit: "%" });
});

test("a score is said in one line with its unit, where it has one", () => {
  expect(inOneLine(toScoreText(4812, "points"))).toBe("4,812");
  expect(inOneLine(toScoreText(120, "activity", troops))).toBe("120 troops");
});

test("a streak is counted in days", () => {
  expect(toScoreText(12, "streak")).toEqual({ amount: "12", unit: "days" });
  expect(toScoreText(1, "streak")).toEqual({ amount: "1", unit: "day" });
});

test("one activity is said in its own unit", () => {
  expect(toScoreText(1250, "activity", troops)).toEqual({ amount: "1,250", unit: "troops" });
  expect(toScoreText(90, "activity", played)).toEqual({ amount: "1:30", unit: "h" });
  expect(toScoreText(14, "activity", attended)).toEqual({ amount: "14", unit: "days" });
  expect(toScoreText(7, "activity")).toEqual({ amount: "7", unit: "" });
});

test("hours stay readable however many they are", () => {
  expect(toAmountText(0, played).amount).toBe("0:00");
  expect(toAmountText(-61, played).amount).toBe("−1:01");
  expect(toAmountText(-0.4, played).amount).toBe("0:00");
  expect(toAmountText(600_005, played).amount).toBe("10,000:05");
});

test.each([
  [[1, 2, null, 300], 0],
  [[1, 2.5, undefined], 1],
  [[1.05, 2.5], 2],
  [[0.1 + 0.2], 1],
  [[3.001], 0],
  [[], 0],
] as const)("A2: a column of %j has %d decimals", (values, decimals) => {
  expect(decimalsOf(values)).toBe(decimals);
});

test("A2: every score of a column has as many decimals as the column needs", () => {
  const read = (scores: number[], measure: "points" | "improvement" | "consistency") =>
    scores.map((score) => toScoreText(score, measure, undefined, scoreDecimals(scores, measure)).amount);
  expect(read([362.4, 350, -1.25], "points")).toEqual(["362.40", "350.00", "−1.25"]);
  expect(read([12, 0, -3], "improvement")).toEqual(["+12", "0", "−3"]);
  expect(read([0.004, 1.5], "improvement")).toEqual(["0.0", "+1.5"]);
  expect(read([93.456, 80], "consistency")).toEqual(["93.5", "80.0"]);
  expect(toAmountText(7, troops, 1)).toEqual({ amount: "7.0", unit: "troops" });
});
