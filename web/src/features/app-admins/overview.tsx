import type { AdminOverview } from "@clanhall/contract/admin";
import { pages } from "@clanhall/contract/pages";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useId } from "react";
import { formatBytes, formatNumber } from "../../lib/format.ts";
import { AsyncSection } from "../../ui/async-section.tsx";
import { Surface } from "../../ui/card.tsx";
import { Muted, Row } from "../../ui/core/layout.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { overviewQuery } from "./api.ts";
import styles from "./app-admins.module.css";

/** How the installation is doing, at a glance. */
export function OverviewTiles() {
  const overview = useQuery(overviewQuery);
  if (overview.data) return <Tiles overview={overview.data} />;
  if (!overview.isError) return <TilesLoading />;
  return (
    <AsyncSection query={overview} what="The overview">
      {() => null}
    </AsyncSection>
  );
}

function TilesLoading() {
  return (
    <div className={styles.tiles} aria-busy="true">
      <span className="visually-hidden">The overview: loading</span>
      {Array.from({ length: 7 }, (_, index) => (
        <div key={index} className={`${styles.skeletonTile} skeleton`} />
      ))}
    </div>
  );
}

function Tiles({ overview }: { overview: AdminOverview }) {
  return (
    <div className={styles.tiles}>
      <UsersTile users={overview.users} />
      <Tile title="Clans" number={overview.clans.total}>
        {formatNumber(overview.clans.archived)} archived
        <Mark count={overview.clans.without_owner}>without an owner who can act</Mark>
      </Tile>
      <Tile title="Sign-ups" number={overview.sign_ups_7d}>
        in the last 7 days
      </Tile>
      <Tile title="Failed sign-ins" number={overview.failed_sign_ins_24h}>
        in the last 24 hours
      </Tile>
      <JobsTile jobs={overview.jobs} />
      <Tile title="Mails waiting" number={overview.mails.waiting}>
        <Mark count={overview.mails.failed}>could not be sent</Mark>
        {overview.mails.failed === 0 && "None failed"}
      </Tile>
      <HealthTile overview={overview} />
    </div>
  );
}

function UsersTile({ users }: { users: AdminOverview["users"] }) {
  const states = [
    ["unconfirmed", "unconfirmed"],
    ["suspended", "suspended"],
    ["deletion_pending", "leaving"],
  ] as const;
  const some = states.filter(([state]) => users[state] > 0);
  return (
    <Tile title="Users" number={users.total}>
      {some.length === 0 && "All of them active"}
      <Row as="ul" align="stretch" className={styles.links}>
        {some.map(([state, label]) => (
          <li key={state}>
            <Link to={pages.manageUsers.path} search={{ state }}>
              {formatNumber(users[state])} {label}
            </Link>
          </li>
        ))}
      </Row>
    </Tile>
  );
}

function JobsTile({ jobs }: { jobs: AdminOverview["jobs"] }) {
  return (
    <Tile title="Jobs waiting" number={jobs.waiting}>
      {formatNumber(jobs.active)} at work
      {jobs.oldest_waiting_at && (
        <>
          , the oldest from <RelativeTime iso={jobs.oldest_waiting_at} />
        </>
      )}
      <Mark count={jobs.failed}>failed</Mark>
    </Tile>
  );
}

const botTexts = {
  off: null,
  ok: null,
  token: "Discord: the bot token is not valid",
  refusals: "Discord: paused, too many calls were refused",
};

/** Whatever failed for good wants somebody to look. */
function HealthTile({ overview: { health, jobs, mails, discord } }: { overview: AdminOverview }) {
  const bot = botTexts[discord];
  const isFailing = jobs.failed + mails.failed > 0 || bot !== null;
  return (
    <Tile title="Health" figure={isFailing ? "Needs attention" : "OK"} isFailing={isFailing}>
      <div>
        Version {health.version}, started <RelativeTime iso={health.started_at} />
      </div>
      <div>
        {health.database}, {formatBytes(health.database_size)}
      </div>
      {bot && <div className={styles.mark}>{bot}</div>}
    </Tile>
  );
}

interface TileProps {
  title: string;
  number?: number;
  /** Said in place of a number. */
  figure?: string;
  isFailing?: boolean;
  children: ReactNode;
}

function Tile({ title, number = 0, figure = formatNumber(number), isFailing = false, children }: TileProps) {
  const id = useId();
  return (
    <Surface as="section" className={styles.tile} aria-labelledby={id}>
      <h2 id={id} className={styles.tileTitle}>
        {title}
      </h2>
      <p className={styles.figure} data-failing={isFailing || undefined}>
        {figure}
      </p>
      <Muted as="div">{children}</Muted>
    </Surface>
  );
}

/** Something that wants looking at; nothing where there is none. */
function Mark({ count, children }: { count: number; children: string }) {
  if (count === 0) return null;
  return (
    <div className={styles.mark}>
      {formatNumber(count)} {children}
    </div>
  );
}
