import { rateOf } from "./cells.ts";
import { rankScores } from "./ranks.ts";
import { inOneLine, toNumberText, toScoreText } from "./score-text.ts";
import type { ValueType } from "./scoring.ts";

export const awardKinds = ["reliable", "climb", "streak", "activity"] as const;
export type AwardKind = (typeof awardKinds)[number];

/** What a player whom the season's board ranks did in the season. */
export interface PlayerSeason {
  member_id: string;
  rank: number;
  /** In as many days before the season; null for who was not ranked then. */
  previous_rank: number | null;
  /** Days on which something was due from the player: not away, not in the first days. */
  due_days: number;
  /** The same for the days before the season. */
  due_days_before: number;
  /** Values that were due, and what became of them. */
  due: number;
  met: number;
  excused: number;
  /** The most days in a row on which everything due was met. */
  streak: number;
  /** What each activity came to, in the order of the activities; null without an entry. */
  values: (number | null)[];
}

interface SeasonDays {
  /** Days on which the clan asked for something, and the same for the days before the season. */
  days: number;
  days_before: number;
}

export interface Award {
  kind: AwardKind;
  /** Of the award for one activity. */
  activity_id: string | null;
  score: number;
  /** Everybody who is level: nobody is left off by the alphabet. */
  member_ids: string[];
}

/** Who was away or not there yet for more than half of the days neither was reliable nor climbed. */
function wasThere(dueDays: number, days: number): boolean {
  return dueDays > 0 && dueDays * 2 >= days;
}

/** An award that nobody earned is left out. The winners are those who would be first on a board of it. */
export function giveAwards(players: PlayerSeason[], activityIds: string[], { days, days_before }: SeasonDays): Award[] {
  // From whom nothing was due, nothing can be said.
  const present = players.filter(({ due_days }) => due_days > 0);
  const give = (
    kind: AwardKind,
    scoreOf: (player: PlayerSeason) => number | null,
    activity_id: string | null = null,
  ) => {
    const scored = present.flatMap((player) => {
      const score = scoreOf(player);
      return score === null || score <= 0 ? [] : [{ player, score }];
    });
    const ranks = rankScores(
      scored.map(({ score }) => score),
      "high",
      "standard",
    );
    const winners = scored.filter((_, index) => ranks[index] === 1);
    const [first] = winners;
    return first
      ? [{ kind, activity_id, score: first.score, member_ids: winners.map(({ player }) => player.member_id) }]
      : [];
  };
  return [
    ...give("reliable", (player) => (wasThere(player.due_days, days) ? rateOf(player) : null)),
    ...give("climb", ({ rank, previous_rank, due_days, due_days_before }) =>
      previous_rank !== null && wasThere(due_days, days) && wasThere(due_days_before, days_before)
        ? previous_rank - rank
        : null,
    ),
    ...give("streak", ({ streak }) => streak),
    ...activityIds.flatMap((id, index) => give("activity", ({ values }) => values[index] ?? null, id)),
  ];
}

interface NamedAward {
  kind: AwardKind;
  activity: { name: string; unit: string; value_type: ValueType } | null;
  score: number;
}

const titles = { reliable: "Most reliable", climb: "Biggest climb", streak: "Longest streak" };

export function awardTitle({ kind, activity }: Pick<NamedAward, "kind" | "activity">): string {
  return kind === "activity" ? `Top in ${activity?.name ?? "an activity"}` : titles[kind];
}

export function awardScore({ kind, activity, score }: NamedAward): string {
  if (kind === "climb") return `up ${toNumberText(score)} ${score === 1 ? "place" : "places"}`;
  const measure = { reliable: "consistency", streak: "streak", activity: "activity" } as const;
  return inOneLine(toScoreText(score, measure[kind], activity ?? undefined));
}

/** More winners than these are counted, not named. */
export const namedWinners = 3;

export function awardNames(winners: { name: string }[]): string {
  const names = winners.map(({ name }) => name);
  if (names.length > namedWinners) return `Shared by ${toNumberText(names.length)} players`;
  return names.length > 1 ? `${names.slice(0, -1).join(", ")} and ${names.at(-1)}` : (names[0] ?? "");
}
