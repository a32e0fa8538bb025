import type { ActiveWarning } from "@clanhall/contract/attention";
import type { ClanCard } from "@clanhall/contract/clans";
import type { MemberPage } from "@clanhall/contract/member-page";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { roleNames, statusNames } from "../../domain/formats.ts";
import { formatDate, formatFullDate, formatList } from "../../lib/format.ts";
import { AsyncSection } from "../../ui/async-section.tsx";
import { Avatar } from "../../ui/avatar.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Surface } from "../../ui/card.tsx";
import { Muted, Row } from "../../ui/core/layout.tsx";
import { Notice } from "../../ui/core/notice.tsx";
import { lazyDialog } from "../../ui/lazy-dialog.tsx";
import { ActivitiesCard } from "./activities.tsx";
import { playerQuery } from "./api.ts";
import { CalendarCard } from "./calendar.tsx";
import { Figures } from "./figures.tsx";
import styles from "./player.module.css";
import { RanksCard } from "./ranks.tsx";
import { RecordsCard } from "./records.tsx";
import { NotesCard, TimelineCard } from "./timeline.tsx";
import type { PlayerView } from "./card.tsx";
import type { CellKey, Explained } from "./values-dialog.tsx";

const ValuesDialog = lazyDialog(async () => (await import("./values-dialog.tsx")).ValuesDialog);

interface PlayerProps {
  clan: ClanCard;
  memberId: string;
  /** What can be done to the player, or by them. */
  renderActions: (page: MemberPage) => ReactNode;
  /** What was decided about them, for those who may read it. */
  renderDecisions: (page: MemberPage) => ReactNode;
  /** Adds time away and changes the notes; not for those who only read. */
  onEdit?: ((what: "away" | "edit") => void) | undefined;
  /** Opens one value. */
  onCell: (cell: CellKey) => void;
}

/** One player: where they stand, what they did, and what happened to them. */
export function Player({ clan, memberId, renderActions, renderDecisions, onEdit, onCell }: PlayerProps) {
  const query = useQuery(playerQuery(clan.id, memberId));
  const [explained, setExplained] = useState<Explained | null>(null);
  const view = { clan, memberId, onCell, onExplain: setExplained };
  return (
    <AsyncSection query={query} what="The player" lines={8}>
      {(page) => (
        <>
          <Cards
            page={page}
            view={view}
            actions={renderActions(page)}
            decisions={page.timeline && renderDecisions(page)}
            onEdit={onEdit}
          />
          {explained && (
            <ValuesDialog
              clanId={clan.id}
              memberId={memberId}
              explained={explained}
              onOpen={onCell}
              onClose={() => setExplained(null)}
            />
          )}
        </>
      )}
    </AsyncSection>
  );
}

interface CardsProps {
  page: MemberPage;
  view: PlayerView;
  actions: ReactNode;
  decisions: ReactNode;
  onEdit: PlayerProps["onEdit"];
}

function Cards({ page, view, actions, decisions, onEdit }: CardsProps) {
  const { figures, member, timeline, warnings } = page;
  return (
    <div className={styles.page}>
      <Surface className={styles.card}>
        <Head page={page} actions={actions} />
        {member.is_me && warnings?.latest && <OwnWarning warning={warnings.latest} />}
        {figures ? (
          <Figures figures={figures} warnings={member.is_me && warnings?.total === 0 ? null : warnings} view={view} />
        ) : (
          <Muted as="p">Your clan shows players their own values only.</Muted>
        )}
      </Surface>
      <div className={styles.cards}>
        {figures && (
          <>
            <CalendarCard page={page} figures={figures} view={view} />
            <RanksCard figures={figures} view={view} />
            <ActivitiesCard figures={figures} view={view} />
            <RecordsCard member={member} figures={figures} view={view} />
          </>
        )}
        {timeline && <TimelineCard items={timeline} joinedOn={page.joined_on} />}
        <NotesCard member={member} onEdit={onEdit}>
          {decisions}
        </NotesCard>
      </div>
    </div>
  );
}

/** What the player is to read first. */
function OwnWarning({ warning: { message, given_by, given_at, ends_on } }: { warning: ActiveWarning }) {
  const until = ends_on === null ? "It has no end." : `It is active until ${formatDate(ends_on)}.`;
  return (
    <Notice tone="warning">
      <p>
        <strong>
          {given_by} warned you on {formatDate(given_at)}:
        </strong>{" "}
        “{message}” <Muted>{until}</Muted>
      </p>
    </Notice>
  );
}

function Head({ page: { member, joined_on, timeline }, actions }: { page: MemberPage; actions: ReactNode }) {
  const { name, tint, role, status, groups, is_me, away_until, aliases, user_id, invite } = member;
  const facts = [
    joined_on && `Joined ${formatDate(joined_on)}`,
    // Who reads the timeline of others knows of accounts.
    timeline && !is_me && (user_id ? "has an account" : invite.state === "open" ? "invited" : "no account"),
    aliases.length > 0 && `also known as ${formatList(aliases)}`,
  ];
  return (
    <div className={styles.head}>
      <Avatar name={name} color={tint} size={64} />
      <div className={styles.who}>
        <Row gap={2}>
          {/* The heading of the page says it already. */}
          <strong className={styles.name} aria-hidden>
            {name}
          </strong>
          {is_me && <Badge tone="info">You</Badge>}
          <Badge>{roleNames[role]}</Badge>
          {status !== "active" && <Badge tone="warning">{statusNames[status]}</Badge>}
          {groups.map((group) => (
            <Badge key={group}>{group}</Badge>
          ))}
          {away_until && <Badge tone="warning">away until {formatFullDate(away_until)}</Badge>}
        </Row>
        <Muted as="p">{facts.filter(Boolean).join(" · ")}</Muted>
      </div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </div>
  );
}
