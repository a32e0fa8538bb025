import { pages } from "@clanhall/contract/pages";
import { awardScore, awardTitle, namedWinners } from "@clanhall/contract/rules/awards";
import { countDays } from "@clanhall/contract/rules/periods";
import { podiumRanks } from "@clanhall/contract/rules/ranks";
import type { Season, SeasonState } from "@clanhall/contract/seasons";
import { Link } from "@tanstack/react-router";
import { useId } from "react";
import { PlayerLink } from "../../../domain/player-link.tsx";
import { formatDate, formatRelative, plural } from "../../../lib/format.ts";
import { Avatar } from "../../../ui/avatar.tsx";
import { Badge } from "../../../ui/badge.tsx";
import { CardTitle, Disclosure, Surface } from "../../../ui/card.tsx";
import { Button } from "../../../ui/core/button.tsx";
import { Muted, Row, Stack } from "../../../ui/core/layout.tsx";
import { Notice } from "../../../ui/core/notice.tsx";
import { IconBadge } from "../../../ui/icon-badge.tsx";
import { Menu, type MenuItem } from "../../../ui/menu.tsx";
import { scoreText } from "../format.ts";
import styles from "./seasons.module.css";

interface SeasonCardProps {
  season: Season;
  /** Visitors may see some of it. */
  isPublic: boolean;
  /** Null for those who only read. */
  onOpen: ((kind: "edit" | "end" | "delete" | "share") => void) | null;
  onPost: () => void;
  onPicture: () => void;
  isDrawing: boolean;
}

const states: Record<SeasonState, { text: string; tone: "success" | "warning" | "info" | "neutral" }> = {
  upcoming: { text: "Upcoming", tone: "neutral" },
  running: { text: "Running", tone: "success" },
  over: { text: "Ready to end", tone: "warning" },
  ended: { text: "Ended", tone: "info" },
};

export function SeasonCard({ season, onOpen, ...share }: SeasonCardProps) {
  const id = useId();
  const { name, label, state } = season;
  return (
    <Surface as="section" aria-labelledby={id} className={styles.card}>
      <Row between gap={2}>
        <Row gap={2}>
          <CardTitle id={id}>{name}</CardTitle>
          <Badge tone={states[state].tone}>{states[state].text}</Badge>
        </Row>
        {onOpen && <SeasonActions season={season} onOpen={onOpen} {...share} />}
      </Row>
      <Muted as="p">
        {label} · {stateText(season)}
      </Muted>
      {state === "over" && onOpen && (
        <Notice actions={<Button onClick={() => onOpen("end")}>End season</Button>}>
          {name} is over. Check that the last days are entered, then end it: its scoreboards are frozen and the awards
          are given.
        </Notice>
      )}
      {state === "ended" && <HallOfFame season={season} />}
      <Boards season={season} />
    </Surface>
  );
}

function stateText({ state, from, to, ended_at, ended_by }: Season): string {
  if (state === "ended") return `ended ${formatRelative(ended_at ?? "")}${ended_by ? ` by ${ended_by}` : ""}`;
  if (state === "over") return `its last day was ${formatDate(to)}`;
  return state === "upcoming" ? `begins on ${formatDate(from)}` : plural(countDays({ from, to }), "day");
}

type ActionsProps = Omit<SeasonCardProps, "onOpen"> & { onOpen: NonNullable<SeasonCardProps["onOpen"]> };

function SeasonActions({ season, isPublic, onOpen, onPost, onPicture, isDrawing }: ActionsProps) {
  const { state, board_id, name } = season;
  const hasEnded = state === "ended";
  const canShare = hasEnded && board_id !== null;
  const items: (MenuItem | false)[] = [
    { label: hasEnded ? "Rename" : "Edit", onSelect: () => onOpen("edit"), group: "change" },
    state === "running" && { label: "End now", onSelect: () => onOpen("end"), group: "change" },
    canShare && isPublic && { label: "Post to Discord", onSelect: onPost, group: "share" },
    { label: "Delete", onSelect: () => onOpen("delete"), danger: true },
  ];
  return (
    <Row gap={2}>
      {canShare && (
        <Button variant="primary" onClick={() => onOpen("share")}>
          Share
        </Button>
      )}
      {canShare && isPublic && (
        <Button busy={isDrawing} onClick={onPicture}>
          Save picture
        </Button>
      )}
      <Menu label={`Actions for ${name}`} items={items.filter((item) => item !== false)} />
    </Row>
  );
}

/** Who was first, and who won what. */
function HallOfFame({ season }: { season: Season }) {
  const { podium, awards, measure, activity } = season;
  if (podium.length === 0) return <p>Nothing was entered in this season, so nobody won it.</p>;
  return (
    <>
      <ol className={styles.podium} aria-label={`The first of ${season.name}`}>
        {podiumRanks(podium).map(({ rank, players, row }) => (
          <li key={row?.member_id ?? "level"} data-rank={rank}>
            <span className={styles.rank}>{rank}</span>
            {row && <Avatar name={row.name} color={row.tint} size={40} />}
            <span className={styles.names}>
              {row ? (
                <PlayerLink memberId={row.member_id}>
                  <bdi>{row.name}</bdi>
                </PlayerLink>
              ) : (
                `${players} players`
              )}
              <Muted>
                {scoreText(podium.find((one) => one.rank === rank)?.score ?? 0, measure, activity ?? undefined)}
              </Muted>
            </span>
          </li>
        ))}
      </ol>
      <ul className={styles.awards} aria-label={`Awards of ${season.name}`}>
        {awards.map((award) => (
          <li key={awardTitle(award)}>
            <IconBadge {...badgeOf(award)} name={awardTitle(award)} />
            <span className={styles.names}>
              <Muted>{awardTitle(award)}</Muted>
              <Winners winners={award.winners} />
            </span>
            <span className={styles.score}>{awardScore(award)}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

type Award = Season["awards"][number];

const badges = {
  reliable: { icon: "shield", color: "moss" },
  climb: { icon: "bolt", color: "ocean" },
  streak: { icon: "flame", color: "rust" },
  activity: { icon: "trophy", color: "amber" },
};

function badgeOf({ kind, activity }: Award) {
  return activity?.icon ? { icon: activity.icon, color: activity.color } : badges[kind];
}

/** Many who are level fold away, in the order of the board. */
function Winners({ winners }: { winners: Award["winners"] }) {
  const names = winners.map(({ member_id, name }) => (
    <PlayerLink key={member_id} memberId={member_id}>
      <bdi>{name}</bdi>
    </PlayerLink>
  ));
  if (names.length > namedWinners) {
    return (
      <Disclosure summary={`Shared by ${names.length} players`}>
        <Stack gap={1}>{names}</Stack>
      </Disclosure>
    );
  }
  return <span className={styles.winners}>{names}</span>;
}

function Boards({ season: { boards, clan_id } }: { season: Season }) {
  if (boards.length === 0) return null;
  return (
    <Row gap={2}>
      <Muted>{boards.length === 1 ? "Scoreboard:" : "Scoreboards:"}</Muted>
      {boards.map(({ id, title }) => (
        <Link key={id} to={pages.scoreboards.path} search={{ clan: clan_id, board: id }} activeProps={{}}>
          {title}
        </Link>
      ))}
    </Row>
  );
}
