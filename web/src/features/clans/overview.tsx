import type { Clan } from "@clanhall/contract/clans";
import { pages } from "@clanhall/contract/pages";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useCanInClan } from "../../domain/permissions.ts";
import { AsyncSection } from "../../ui/async-section.tsx";
import { ButtonLink } from "../../ui/core/button.tsx";
import { Notice } from "../../ui/core/notice.tsx";
import { Card } from "../../ui/card.tsx";
import { clanOverviewQuery } from "./api.ts";
import { ClanDayLine } from "../../domain/clan-day.tsx";
import styles from "./clans.module.css";
import { ExpiringBoards } from "./expiring-boards.tsx";
import { BelowWeekly, MissingToday } from "./overview-today.tsx";

export function OverviewCard({ clan }: { clan: Clan }) {
  const overview = useQuery(clanOverviewQuery(clan.id));
  const mayInvite = useCanInClan(clan.id, "invite.manage");
  return (
    <Card title="Overview">
      <AsyncSection query={overview} what="The overview" lines={2}>
        {({ members, invites, today, missing_today, below_weekly, expiring_boards }) => (
          <>
            <p>
              <ClanDayLine date={today.clan_date} endsAt={new Date(today.ends_at)} />
            </p>
            <dl className={styles.counts}>
              <Count what="active players" count={members.active} />
              <Count what="with an account" count={members.linked} />
              <Count what="away" count={members.away} />
              <Count what="inactive" count={members.inactive} />
              {today.due > 0 && <Count what="values missing today" count={today.due - today.entered} />}
              {mayInvite && <Count what="open invites" count={invites.open} />}
            </dl>
            {mayInvite && invites.expiring > 0 && <Expiring clan={clan} count={invites.expiring} />}
            {clan.archived_at === null && (
              <div className={styles.people}>
                <MissingToday clan={clan} missing={missing_today} due={today.due} />
                <BelowWeekly clan={clan} below={below_weekly} />
                <ExpiringBoards clan={clan} expiring={expiring_boards} />
              </div>
            )}
          </>
        )}
      </AsyncSection>
      <div className={styles.actions}>
        {screensOf(mayInvite).map(([label, to]) => (
          <ButtonLink key={to} to={to} search={{ clan: clan.id }}>
            {label}
          </ButtonLink>
        ))}
      </div>
    </Card>
  );
}

/** Where the clan's work is done. */
function screensOf(mayInvite: boolean) {
  return [
    ["Daily activity", pages.dailyActivity.path],
    ["Activity history", pages.activityHistory.path],
    ["Scoreboards", pages.scoreboards.path],
    ["Bulletins", pages.bulletins.path],
    ["Customize activities", pages.customizeActivities.path],
    ["Manage players", pages.managePlayers.path],
    ...(mayInvite ? [["Invites", pages.invites.path] as const] : []),
  ] as const;
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
          Look at them
        </Link>
      </p>
    </Notice>
  );
}
