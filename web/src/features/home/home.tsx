import type { ClanHome } from "@clanhall/contract/clan-home";
import type { ClanCard } from "@clanhall/contract/clans";
import { pages } from "@clanhall/contract/pages";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { homeQuery } from "../../domain/clan-home.ts";
import { mayInClan } from "../../domain/permissions.ts";
import { hasStanding } from "@clanhall/contract/my-standing";
import { PlayerLink } from "../../domain/player-link.tsx";
import { formatList, formatPercent, plural } from "../../lib/format.ts";
import { AsyncSection } from "../../ui/async-section.tsx";
import { Avatar } from "../../ui/avatar.tsx";
import { ButtonLink } from "../../ui/core/button.tsx";
import { TextLink } from "../../ui/links.tsx";
import { Icon } from "../../ui/core/icon.tsx";
import { Row, Stack, Text } from "../../ui/core/layout.tsx";
import { IconBadge } from "../../ui/icon-badge.tsx";
import { Notice } from "../../ui/core/notice.tsx";
import { lazyDialog } from "../../ui/lazy-dialog.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { BoardsCard, TopCard } from "./boards.tsx";
import { HomeCard, Name, Quiet } from "./card.tsx";
import styles from "./home.module.css";
import { StepsCard } from "./steps.tsx";
import { TodayCard, WeekCard } from "./today.tsx";

/** Beside the heading. */
export function HomeTools({ clan }: { clan: ClanCard }) {
  if (!mayInClan(clan, "clan.manage")) return null;
  return (
    <Row gap={2}>
      <ButtonLink to={pages.bulletins.path} search={{ clan: clan.id, new: 1 }}>
        New bulletin
      </ButtonLink>
      <ButtonLink variant="primary" to={pages.dailyActivity.path} search={{ clan: clan.id }}>
        Enter today
      </ButtonLink>
    </Row>
  );
}

/** What a clan is about now: its day, its week, who stands where, and what there is to read. */
export function Home({ clan }: { clan: ClanCard }) {
  const query = useQuery(homeQuery(clan.id));
  return (
    <AsyncSection query={query} what="The clan" lines={6}>
      {(home) => <Cards clan={clan} home={home} />}
    </AsyncSection>
  );
}

/** For members; officers have other cards. */
const StandingCard = lazyDialog(async () => (await import("../../domain/standing-card.tsx")).StandingCard);

type Width = 4 | 6;
type Draw = (width: Width) => ReactNode;

function Cards({ clan, home }: { clan: ClanCard; home: ClanHome }) {
  const { today, week, standing, falling, bulletin, boards, steps } = home;
  // While the clan is set up, it waits for the first value.
  const hasWeek = week.days.some(({ due, missing }) => due > (steps ? missing : 0));
  const drawToday: Draw | null =
    today && ((width) => <TodayCard key="today" {...{ clan, today, width }} players={home.players.active} />);
  const drawTop: Draw | null =
    home.top || !steps ? (width) => <TopCard key="top" {...{ clan, width }} top={home.top} /> : null;
  // The week takes two thirds, and one card stands beside it.
  const beside = !hasWeek ? null : steps || !today ? drawTop : drawToday;
  const others: (Draw | null)[] = [
    steps ? null : drawToday,
    drawTop,
    standing && hasStanding(standing)
      ? (width) => <StandingCard key="standing" isInClan {...{ clan, standing, width }} />
      : null,
    falling && falling.length > 0 ? (width) => <FallingCard key="falling" {...{ falling, width }} /> : null,
    home.to_decide && hasSome(home.to_decide)
      ? (width) => <DecideCard key="decide" clanId={clan.id} waiting={home.to_decide} width={width} />
      : null,
    bulletin && ((width) => <BulletinCard key="bulletin" clanId={clan.id} {...{ bulletin, width }} />),
    boards.count > 0 ? (width) => <BoardsCard key="boards" {...{ clan, boards, width }} /> : null,
  ];
  const rest = others.filter((draw) => draw !== null).filter((draw) => draw !== beside);
  const weekCard = hasWeek && <WeekCard clan={clan} week={week} today={today?.clan_date ?? clan.today.clan_date} />;
  return (
    <Stack gap={5}>
      <Text as="p" dim className={`closer ${styles.line}`}>
        {describe(clan, home)}
      </Text>
      {(clan.archived_at ?? clan.deletes_at) && (
        <Notice tone="info">
          {clan.deletes_at ? "This clan is being deleted" : "This clan is archived"} and can only be read.
        </Notice>
      )}
      <div className={styles.cards}>
        {steps && (
          <>
            <StepsCard clan={clan} steps={steps} today={today} isTall={!hasWeek} />
            {drawToday?.(4)}
            {!hasWeek && <ComingCard />}
          </>
        )}
        {beside === drawToday && beside?.(4)}
        {weekCard}
        {beside === drawTop && beside?.(4)}
        {rest.map((draw, index) => draw(widthOf(index, rest.length)))}
      </div>
    </Stack>
  );
}

/** Rows are filled: three and three, three and two, two and two, or as many as there are. */
function widthOf(index: number, count: number): Width {
  return count % 3 === 0 || (count === 5 && index < 3) ? 4 : 6;
}

function ComingCard() {
  return (
    <HomeCard title="What comes here" width={4}>
      <p className={styles.text}>
        After the first day: the week at a glance, who is missing, who climbs and who falls, your boards and the latest
        bulletin.
      </p>
    </HomeCard>
  );
}

/** "Clash of Clans · Worldwide · 50 players, 19 with an account". */
function describe({ game, game_name, game_server }: ClanCard, { players: { active, linked } }: ClanHome): string {
  const accounts = active > 1 ? `, ${linked} with an account` : "";
  return [game?.name ?? game_name, game_server, plural(active, "player") + accounts].filter(Boolean).join(" · ");
}

function FallingCard({ falling, width }: { falling: NonNullable<ClanHome["falling"]>; width: Width }) {
  return (
    <HomeCard title="Falling" width={width} beside={<Quiet>28 days → 7 days</Quiet>}>
      <ul className={styles.rows}>
        {falling.map(({ member_id, name, tint, rate, rate_before }) => (
          <li key={member_id}>
            <Avatar name={name} color={tint} size={24} />
            <Name>
              <PlayerLink memberId={member_id}>{name}</PlayerLink>
            </Name>
            <span className={styles.fall} aria-hidden>
              <b style={{ left: `${rate}%`, width: `${rate_before - rate}%` }} />
              <i style={{ left: `${rate}%` }} />
              <i style={{ left: `${rate_before}%` }} />
            </span>
            <span className={styles.rates}>
              {formatPercent(rate_before, 0)} <span aria-hidden>→</span>
              <span className="visually-hidden">to</span> <strong>{formatPercent(rate, 0)}</strong>
            </span>
          </li>
        ))}
      </ul>
    </HomeCard>
  );
}

interface BulletinCardProps {
  clanId: string;
  bulletin: NonNullable<ClanHome["bulletin"]>;
  width: Width;
}

function BulletinCard({ clanId, bulletin, width }: BulletinCardProps) {
  const { id, title, content, author, posted_at, seen_by } = bulletin;
  return (
    <HomeCard
      title="Latest bulletin"
      width={width}
      beside={
        <TextLink strong to={pages.bulletins.path} search={{ clan: clanId }}>
          All bulletins
        </TextLink>
      }
    >
      <h3 className={styles.bulletin}>
        <TextLink to={pages.bulletins.path} search={{ clan: clanId, bulletin: id }}>
          {title}
        </TextLink>
      </h3>
      {content !== "" && (
        <p className={styles.text} dir="auto">
          {toText(content)}
        </p>
      )}
      <Row as="p" gap={2} justify="between" size="sm" dim className={styles.foot}>
        <span>
          {author ?? "Former member"}
          {posted_at && (
            <>
              , <RelativeTime iso={posted_at} />
            </>
          )}
        </span>
        {seen_by !== null && seen_by.of > 0 && (
          <Row as="span" gap={1}>
            <Icon name="eye" size={16} /> {seen_by.seen} of {seen_by.of} have read it
          </Row>
        )}
      </Row>
    </HomeCard>
  );
}

const entities: Record<string, string> = { lt: "<", gt: ">", amp: "&", quot: '"', nbsp: " " };

/** The words of a cleaned message, without its markup; the whole of it is one click away. */
function toText(html: string): string {
  return html
    .replaceAll(/<br ?\/?>|<\/(?:p|li|h[1-3]|blockquote|pre)>/gu, " ")
    .replaceAll(/<[^<>]*>/gu, "")
    .replaceAll(/&(\w+);/gu, (entity, name: string) => entities[name] ?? entity)
    .trim();
}

type Waiting = NonNullable<ClanHome["to_decide"]>;

function hasSome({ attention, values, away, joins, seasons }: Waiting): boolean {
  return attention + values + away + joins + seasons > 0;
}

interface DecideLine {
  count: number;
  text: string;
  note?: string;
  /** The list it is on: of the players, unless said otherwise. */
  to?: string;
  view: string;
  kind?: string;
  mark: { icon: string; color: string };
}

function linesOf({ attention, rules, values, away, joins, seasons }: Waiting): DecideLine[] {
  return [
    {
      count: attention,
      text: `${plural(attention, "player")} need${attention === 1 ? "s" : ""} attention`,
      note: rulesText(rules),
      view: "attention",
      mark: { icon: "flag", color: "amber" },
    },
    {
      count: values,
      text: plural(values, "disputed value"),
      view: "requests",
      kind: "value",
      mark: { icon: "chat", color: "ocean" },
    },
    {
      count: away,
      text: `${plural(away, "absence")} asked for`,
      view: "requests",
      kind: "away",
      mark: { icon: "calendar", color: "rust" },
    },
    {
      count: joins,
      text: `${plural(joins, "person wants", "people want")} to join`,
      view: "requests",
      mark: { icon: "people", color: "moss" },
    },
    {
      count: seasons,
      text: plural(seasons, "season is over", "seasons are over"),
      to: pages.scoreboards.path,
      view: "seasons",
      mark: { icon: "trophy", color: "violet" },
    },
  ];
}

/** "Below 60%, 3 days missed or no entry for 5 days". */
function rulesText({ rate, missed, silent }: Waiting["rules"]): string {
  const reasons = [
    ...(rate.on ? [`below ${rate.percent}%`] : []),
    ...(missed.on ? [`${missed.days} days missed`] : []),
    ...(silent.on ? [`no entry for ${silent.days} days`] : []),
  ];
  return formatList(reasons, "or").replace(/^./, (first) => first.toUpperCase());
}

/** What waits for an officer, each with the list it is on. */
function DecideCard({ clanId, waiting, width }: { clanId: string; waiting: Waiting | null; width: 4 | 6 }) {
  if (!waiting) return null;
  return (
    <HomeCard title="To decide" width={width}>
      <ul className={styles.rows}>
        {linesOf(waiting)
          .filter(({ count }) => count > 0)
          .map(({ text, note, mark, view, kind, to = pages.managePlayers.path }) => (
            <li key={text} className={styles.waiting}>
              <IconBadge {...mark} name={text} />
              <Name>
                <TextLink covers to={to} search={{ clan: clanId, view, kind }}>
                  {text}
                </TextLink>
                {note && <Quiet weight={400}>{note}</Quiet>}
              </Name>
              <Icon name="chevron-right" size={16} />
            </li>
          ))}
      </ul>
    </HomeCard>
  );
}
