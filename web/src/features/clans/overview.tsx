import type { Clan, getClanOverview } from "@clanhall/contract/clans";
import { pages } from "@clanhall/contract/pages";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { formatAmount } from "../../domain/formats.ts";
import { useCanInClan } from "../../domain/permissions.ts";
import { PlayerLink } from "../../domain/player-link.tsx";
import { AsyncSection } from "../../ui/async-section.tsx";
import { Grid, Muted, Stack } from "../../ui/core/layout.tsx";
import { Notice } from "../../ui/core/notice.tsx";
import { Card } from "../../ui/card.tsx";
import { clanOverviewQuery } from "./api.ts";
import { ClanDayLine, nothingDueText } from "../../domain/clan-day.tsx";
import styles from "./clans.module.css";
import type { AnswerOf } from "@clanhall/contract/endpoint";
import { type ReactNode, useId } from "react";
import { formatNumber, formatClanDate, toDateInput, plural } from "../../lib/format.ts";

export function OverviewCard({ clan }: { clan: Clan }) {
  const overview = useQuery(clanOverviewQuery(clan.id));
  const mayInvite = useCanInClan(clan.id, "invite.manage");
  const isOpen = clan.archived_at === null && clan.deletes_at === null;
  return (
    <Card title="Overview">
      <AsyncSection query={overview} what="The overview" lines={12}>
        {({ members, invites, today, missing_today, below_weekly, expiring_boards }) => (
          <>
            <p>
              <ClanDayLine date={today.clan_date} endsAt={new Date(today.ends_at)} />
            </p>
            <Grid as="dl" min={120} gap={3} className={styles.counts}>
              <Count what="active players" count={members.active} />
              <Count what="with an account" count={members.linked} />
              <Count what="away" count={members.away} />
              <Count what="inactive" count={members.inactive} />
              {isOpen && today.due > 0 && <Count what="values missing today" count={today.due - today.entered} />}
              {mayInvite && <Count what="open invites" count={invites.open} />}
            </Grid>
            {mayInvite && invites.expiring > 0 && <Expiring clan={clan} count={invites.expiring} />}
            {isOpen && (
              <Grid min={280} gap={5}>
                <MissingToday clan={clan} missing={missing_today} today={today} />
                <BelowWeekly clan={clan} below={below_weekly} />
                <ExpiringBoards clan={clan} expiring={expiring_boards} />
              </Grid>
            )}
          </>
        )}
      </AsyncSection>
    </Card>
  );
}

function Count({ what, count }: { what: string; count: number }) {
  return (
    <div>
      <dt>{what}</dt>
      <dd>{count}</dd>
    </div>
  );
}

function Expiring({ clan, count }: { clan: Clan; count: number }) {
  return (
    <Notice tone="warning">
      <p>
        {count === 1 ? "One open invite expires soon." : `${count} open invites expire soon.`}{" "}
        <Link to={pages.invites.path} search={{ clan: clan.id }}>
          Open invites
        </Link>
      </p>
    </Notice>
  );
}

type Overview = AnswerOf<typeof getClanOverview>;

interface NamesProps {
  title: string;
  /** How many there are beside those that are named. */
  more: number;
  /** What stands where nobody is named. */
  none?: string;
  /** Where something can be done about it. */
  link: ReactNode;
  children: ReactNode[];
}

/** The first few that need somebody, by name. */
function Names({ title, more, none, link, children }: NamesProps) {
  const id = useId();
  return (
    <Stack as="section" aria-labelledby={id} gap={2}>
      <h3 id={id}>{title}</h3>
      {none === undefined ? (
        <>
          <ul className={`${styles.names} lined`}>{children}</ul>
          {more > 0 && <Muted as="p">and {more} more</Muted>}
          {link}
        </>
      ) : (
        <Muted as="p">{none}</Muted>
      )}
    </Stack>
  );
}

function DayLink({ clan }: { clan: Clan }) {
  return (
    <Link to={pages.dailyActivity.path} search={{ clan: clan.id }}>
      Open the day
    </Link>
  );
}

interface MissingTodayProps {
  clan: Clan;
  missing: Overview["missing_today"];
  today: Overview["today"];
}

/** Who has not entered anything yet today. */
function MissingToday({ clan, missing, today }: MissingTodayProps) {
  const nobody = today.due === 0 ? nothingDueText(today.nothing_due, today.clan_date) : "Nobody is missing.";
  return (
    <Names
      title="Missing today"
      more={missing.count - missing.players.length}
      link={<DayLink clan={clan} />}
      {...(missing.count === 0 && { none: nobody })}
    >
      {missing.players.map(({ member_id, name, missing: count }) => (
        <li key={member_id}>
          <PlayerLink memberId={member_id}>{name}</PlayerLink>
          <span>{plural(count, "value")}</span>
        </li>
      ))}
    </Names>
  );
}

/** Who has a way to go until the week is over. */
function BelowWeekly({ clan, below }: { clan: Clan; below: Overview["below_weekly"] }) {
  if (below.count === 0) return null;
  return (
    <Names title="Below the weekly target" more={below.count - below.players.length} link={<DayLink clan={clan} />}>
      {below.players.map(({ member_id, name, activity, ...progress }) => (
        <li key={`${member_id} ${activity}`}>
          <PlayerLink memberId={member_id}>{name}</PlayerLink>
          <span>
            {activity}: {progressText(progress)}
          </span>
        </li>
      ))}
    </Names>
  );
}

type Progress = Pick<Overview["below_weekly"]["players"][number], "value_type" | "unit" | "value" | "target">;

/** "1,250 of 2,000 troops", "1:30 h of 5:00 h", "2 of 3 days". */
function progressText({ value, target, ...kind }: Progress): string {
  if (kind.value_type === "yes_no") return `${formatNumber(value)} of ${plural(target, "day")}`;
  return `${formatAmount({ ...kind, unit: "" }, value)} of ${formatAmount(kind, target)}`;
}

/** Shared boards whose visitors are locked out soon. */
function ExpiringBoards({ clan, expiring }: { clan: Clan; expiring: Overview["expiring_boards"] }) {
  if (expiring.count === 0) return null;
  const link = (
    <Link to={pages.scoreboards.path} search={{ clan: clan.id }}>
      Open the scoreboards
    </Link>
  );
  return (
    <Names title="Links that expire soon" more={expiring.count - expiring.boards.length} link={link}>
      {expiring.boards.map(({ scoreboard_id, title, expires_at }) => (
        <li key={scoreboard_id}>
          <span>{title}</span>
          <span>{formatClanDate(toDateInput(expires_at))}</span>
        </li>
      ))}
    </Names>
  );
}
