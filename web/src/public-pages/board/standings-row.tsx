import { toAmountText, toScoreText, type AmountText } from "@clanhall/contract/score-text";
import type { PublicStandings } from "@clanhall/contract/standings";
import { Sparkline } from "../sparkline.tsx";
import { initialsOf } from "@clanhall/contract/rules/avatar";
import { Avatar } from "./avatar.tsx";
import type { BoardLayout } from "./board-layout.ts";
import { PlayerName } from "./player-name.tsx";
import { RankChange } from "./rank-change.tsx";
import { ScoreBar } from "./score-bar.tsx";
import { trendWord } from "./trend-word.ts";

type Row = PublicStandings["rows"][number];

export function StandingsRow({ row, layout }: { row: Row; layout: BoardLayout }) {
  const { rank, previous_rank, member_key, name, tint, score, days_met = 0, days_due = 0 } = row;
  return (
    <tr data-key={member_key.slice(0, layout.keyLength)}>
      <td className="rank">{rank}</td>
      {layout.change && (
        <td className="moved">
          <RankChange places={previous_rank === null ? null : previous_rank - rank} />
        </td>
      )}
      <th scope="row" className="who">
        <span className="player">
          <Avatar initials={initialsOf(name)} tint={tint} />
          <PlayerName name={name} />
        </span>
      </th>
      {layout.trend && <Trend values={row.trend} />}
      {layout.activities.map((activity) => {
        const value = row.per_activity?.find((own) => own.activity === activity.key)?.value ?? null;
        return (
          <td key={activity.key} className="amount">
            {value === null ? "–" : <Amount {...toAmountText(value, activity)} />}
          </td>
        );
      })}
      {layout.days_met && (
        <td className="met">
          {days_met}/{days_due}
        </td>
      )}
      <td className="score">
        <Amount {...toScoreText(score, layout.measure, layout.activity)} />
        <ScoreBar score={score} largest={layout.largest} />
      </td>
    </tr>
  );
}

/** A sign stands beside its number, a word may go below it. */
function Amount({ amount, unit }: AmountText) {
  if (unit.length < 2) return unit ? `${amount} ${unit}` : amount;
  return (
    <>
      {amount} <small dir="auto">{unit}</small>
    </>
  );
}

function Trend({ values }: { values: Row["trend"] }) {
  return (
    <td className="trend">
      <Sparkline values={values} />
      <span className="unseen">{trendWord(values)}</span>
    </td>
  );
}
