import type { MemberFigures } from "@clanhall/contract/member-page";
import { formatAmount } from "../../domain/formats.ts";
import { formatNumber, formatPercent } from "../../lib/format.ts";
import { Muted } from "../../ui/core/layout.tsx";
import { IconBadge } from "../../ui/icon-badge.tsx";
import { PlayerCard } from "./card.tsx";
import styles from "./player.module.css";
import type { PlayerView } from "./card.tsx";

type ActivityFigure = MemberFigures["activities"][number];

/** What a day came to on average, beside its target and the mean of the clan. */
export function ActivitiesCard({ figures: { activities, month }, view }: { figures: MemberFigures; view: PlayerView }) {
  return (
    <PlayerCard title="Activities, last 30 days" beside={<BarLegend />}>
      {activities.length === 0 ? (
        <Muted as="p">Nothing was due in these days.</Muted>
      ) : (
        <ul className={styles.activities}>
          {activities.map((activity) => (
            <li key={activity.activity_id}>
              <button
                type="button"
                onClick={() =>
                  view.onExplain({
                    ...month,
                    title: `${activity.name}, last 30 days`,
                    activityId: activity.activity_id,
                  })
                }
              >
                <IconBadge icon={activity.icon} color={activity.color} name={activity.name} />
                <span className={styles.activityName}>{activity.name}</span>
                <MeanBar activity={activity} />
                <span className={styles.mean}>{meanText(activity)}</span>
                <strong className={styles.met}>
                  {formatNumber(activity.met)} of {formatNumber(activity.due - activity.excused)}
                  <span className="visually-hidden"> met</span>
                </strong>
              </button>
            </li>
          ))}
        </ul>
      )}
    </PlayerCard>
  );
}

function BarLegend() {
  return (
    <span className={styles.barLegend}>
      <i className={styles.target} aria-hidden /> target <i className={styles.clanMean} aria-hidden /> clan mean
    </span>
  );
}

/** Something that is done or not is to be done every day. */
function targetOf({ target, value_type }: ActivityFigure): number | null {
  return value_type === "yes_no" ? 1 : target;
}

/** Green from the target on, amber from 60 % of it. */
function toneOf(activity: ActivityFigure): "good" | "part" | "bad" {
  const target = targetOf(activity);
  const mean = activity.mean ?? 0;
  if (target === null || target <= 0) return mean > 0 ? "good" : "bad";
  if (mean >= target) return "good";
  return mean >= target * 0.6 ? "part" : "bad";
}

function MeanBar({ activity }: { activity: ActivityFigure }) {
  const target = targetOf(activity);
  const { mean, clan_mean } = activity;
  const isShare = activity.value_type === "yes_no";
  const whole =
    Math.max(target === null ? 0 : target * (isShare ? 1.15 : 1.5), (mean ?? 0) * 1.05, (clan_mean ?? 0) * 1.05) || 1;
  const at = (value: number) => `${(Math.max(0, value) / whole) * 100}%`;
  return (
    <span className={styles.meanBar} aria-hidden>
      <b data-tone={toneOf(activity)} style={{ width: at(mean ?? 0) }} />
      {target !== null && <i className={styles.target} style={{ left: at(target) }} />}
      {clan_mean !== null && <i className={styles.clanMean} style={{ left: at(clan_mean) }} />}
    </span>
  );
}

/** "16 of 50", or a share of the days; in words the mean of the clan too. */
function meanText(activity: ActivityFigure) {
  const { mean, clan_mean, target, value_type } = activity;
  const text = (value: number) =>
    value_type === "yes_no"
      ? formatPercent(value * 100, 0)
      : formatAmount({ value_type, unit: "" }, Math.round(value * 10) / 10);
  return (
    <>
      {mean === null ? "—" : text(mean)}
      {target !== null && value_type !== "yes_no" && ` of ${text(target)}`}
      <span className={styles.aDay}> a day</span>
      {clan_mean !== null && <span className="visually-hidden">, clan mean {text(clan_mean)}</span>}
    </>
  );
}
