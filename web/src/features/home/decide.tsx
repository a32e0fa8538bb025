import type { ClanHome } from "@clanhall/contract/clan-home";
import { pages } from "@clanhall/contract/pages";
import { Link } from "@tanstack/react-router";
import { plural } from "../../lib/format.ts";
import { Icon } from "../../ui/core/icon.tsx";
import { HomeCard } from "./card.tsx";
import styles from "./home.module.css";

type Waiting = NonNullable<ClanHome["to_decide"]>;

export function hasSome({ attention, values, away, joins, seasons }: Waiting): boolean {
  return attention + values + away + joins + seasons > 0;
}

/** What waits for an officer, each with the list it is on. */
export function DecideCard({ clanId, waiting, width }: { clanId: string; waiting: Waiting | null; width: 4 | 6 }) {
  if (!waiting) return null;
  const { attention, values, away, joins, seasons } = waiting;
  const lines = [
    {
      count: attention,
      text: `${plural(attention, "player")} need${attention === 1 ? "s" : ""} attention`,
      view: "attention",
    },
    { count: values, text: plural(values, "disputed value"), view: "requests", kind: "value" },
    { count: away, text: `${plural(away, "absence")} asked for`, view: "requests", kind: "away" },
    {
      count: joins,
      text: `${plural(joins, "person wants", "people want")} to join`,
      view: "requests",
      kind: undefined,
    },
    {
      count: seasons,
      text: plural(seasons, "season is over", "seasons are over"),
      to: pages.scoreboards.path,
      view: "seasons",
    },
  ];
  return (
    <HomeCard title="To decide" width={width}>
      <ul className={styles.rows}>
        {lines
          .filter(({ count }) => count > 0)
          .map(({ text, view, kind, to = pages.managePlayers.path }) => (
            <li key={text}>
              <span className={`${styles.name} stretched-link`}>
                <Link to={to} search={{ clan: clanId, view, kind }}>
                  {text}
                </Link>
              </span>
              <Icon name="chevron-right" size={16} />
            </li>
          ))}
      </ul>
    </HomeCard>
  );
}
