import fc from "fast-check";
import { expect, test } from "vitest";
import { type Award, awardNames, awardScore, awardTitle, giveAwards, type PlayerSeason } from "./awards.ts";
import { rateOf } from "./cells.ts";

const plain: PlayerSeason = {
  member_id: "ann",
  rank: 1,
  previous_rank: null,
  due_days: 10,
  due_days_before: 10,
  due: 20,
  met: 10,
  excused: 0,
  streak: 3,
  values: [5],
};
const tenDays = { days: 10, days_before: 10 };

function winnersOf(awards: Award[], kind: Award["kind"]): string[] | undefined {
  return awards.find((award) => award.kind === kind)?.member_ids;
}

test("each award goes to who did most of it", () => {
  const awards = giveAwards(
    [
      { ...plain, met: 20, rank: 3, previous_rank: 2 },
      { ...plain, member_id: "bo", streak: 7, rank: 2, previous_rank: 9 },
      { ...plain, member_id: "cy", values: [8], previous_rank: 4 },
    ],
    ["raids"],
    tenDays,
  );
  expect(awards).toEqual([
    { kind: "reliable", activity_id: null, score: 100, member_ids: ["ann"] },
    { kind: "climb", activity_id: null, score: 7, member_ids: ["bo"] },
    { kind: "streak", activity_id: null, score: 7, member_ids: ["bo"] },
    { kind: "activity", activity_id: "raids", score: 8, member_ids: ["cy"] },
  ]);
});

test("who was away most of the season is not the most reliable, and coming back is no climb", () => {
  const away = { ...plain, member_id: "away", due_days: 4, due: 8, met: 8 };
  const back = { ...plain, member_id: "back", rank: 2, previous_rank: 40, due_days_before: 3 };
  const awards = giveAwards([{ ...plain, met: 12 }, away, back], ["raids"], tenDays);
  expect(winnersOf(awards, "reliable")).toEqual(["ann"]);
  expect(winnersOf(awards, "climb")).toBeUndefined();
});

const player = fc.record({
  rank: fc.integer({ min: 1, max: 9 }),
  previous_rank: fc.option(fc.integer({ min: 1, max: 9 })),
  due_days: fc.integer({ min: 0, max: 10 }),
  due_days_before: fc.integer({ min: 0, max: 10 }),
  due: fc.integer({ min: 0, max: 6 }),
  met: fc.integer({ min: 0, max: 6 }),
  excused: fc.integer({ min: 0, max: 3 }),
  streak: fc.integer({ min: 0, max: 5 }),
  values: fc.array(fc.option(fc.integer({ min: -2, max: 5 })), { minLength: 2, maxLength: 2 }),
});
const seasons = fc
  .array(player, { maxLength: 8 })
  .map((players) => players.map((own, index) => ({ ...own, met: Math.min(own.met, own.due), member_id: `m${index}` })));

function scoreFor({ kind, activity_id }: Award, own: PlayerSeason): number | null {
  if (kind === "reliable") return rateOf(own);
  if (kind === "climb") return own.previous_rank === null ? null : own.previous_rank - own.rank;
  return kind === "streak" ? own.streak : (own.values[activity_id === "one" ? 0 : 1] ?? null);
}

test("whoever gets an award was there, has its score, and nobody who was there has more or is left off", () => {
  fc.assert(
    fc.property(seasons, (players) => {
      for (const award of giveAwards(players, ["one", "two"], tenDays)) {
        const isHalf = award.kind === "reliable" || award.kind === "climb";
        const mayWin = (own: PlayerSeason) =>
          own.due_days > 0 && (!isHalf || own.due_days >= 5) && (award.kind !== "climb" || own.due_days_before >= 5);
        const level = players.filter((own) => mayWin(own) && scoreFor(award, own) === award.score);
        expect(award.member_ids).toEqual(level.map(({ member_id }) => member_id));
        expect(award.member_ids.length).toBeGreaterThan(0);
        expect(award.score).toBeGreaterThan(0);
        expect(players.some((own) => mayWin(own) && (scoreFor(award, own) ?? 0) > award.score)).toBe(false);
      }
    }),
  );
});

test("the order of the players changes no award", () => {
  fc.assert(
    fc.property(seasons, (players) => {
      const sorted = (awards: Award[]) =>
        awards.map((award) => ({ ...award, member_ids: award.member_ids.toSorted((a, b) => (a < b ? -1 : 1)) }));
      expect(sorted(giveAwards(players.toReversed(), ["one", "two"], tenDays))).toEqual(
        sorted(giveAwards(players, ["one", "two"], tenDays)),
      );
    }),
  );
});

test("awards are said in the words of their measure", () => {
  const troops = { name: "Troops donated", unit: "troops", value_type: "whole" } as const;
  const said = (kind: Award["kind"], score: number) => {
    const award = { kind, score, activity: kind === "activity" ? troops : null };
    return `${awardTitle(award)}: ${awardScore(award)}`;
  };
  expect(said("reliable", 96.4)).toBe("Most reliable: 96.4 %");
  expect(said("climb", 1)).toBe("Biggest climb: up 1 place");
  expect(said("streak", 23)).toBe("Longest streak: 23 days");
  expect(said("activity", 1240)).toBe("Top in Troops donated: 1,240 troops");
  const named = ["Ann", "Bo", "Cy", "Di"].map((name) => ({ name }));
  expect(awardNames(named.slice(0, 1))).toBe("Ann");
  expect(awardNames(named.slice(0, 3))).toBe("Ann, Bo and Cy");
  expect(awardNames(named)).toBe("Shared by 4 players");
});
