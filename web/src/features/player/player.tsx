import type { ActiveWarning } from "@clanhall/contract/attention";
import type { ClanCard } from "@clanhall/contract/clans";
import type { MemberPage } from "@clanhall/contract/member-page";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useId, useState } from "react";
import { roleNames, statusNames } from "../../domain/formats.ts";
import { formatDate, formatDateTime, formatFullDate, formatList, formatRange, withDates } from "../../lib/format.ts";
import { AsyncSection } from "../../ui/async-section.tsx";
import { Avatar } from "../../ui/avatar.tsx";
import { Badge } from "../../ui/badge.tsx";
import { CardTitle, Surface } from "../../ui/card.tsx";
import { Muted, Row } from "../../ui/core/layout.tsx";
import { Notice } from "../../ui/core/notice.tsx";
import { lazyDialog } from "../../ui/lazy-dialog.tsx";
import { ActivitiesCard, RanksCard, RecordsCard } from "./results.tsx";
import { playerQuery } from "./api.ts";
import { CalendarCard } from "./calendar.tsx";
import { Figures, PlayerCard, type PlayerView } from "./figures.tsx";
import styles from "./player.module.css";
import type { CellKey, Explained } from "./values-dialog.tsx";
import type { Member, MemberTimelineItem } from "@clanhall/contract/members";
import { Button } from "../../ui/core/button.tsx";
import { IconBadge } from "../../ui/icon-badge.tsx";
import { ViewSwitch } from "../../ui/view-switch.tsx";

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
    <Row gap={4}>
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
      {actions && (
        <Row fill className={styles.actions}>
          {actions}
        </Row>
      )}
    </Row>
  );
}

const kinds = { all: "All", decision: "Decisions", change: "Changes" };
const pageSize = 8;

/** What happened to the player, the latest first. */
function TimelineCard({ items, joinedOn }: { items: MemberTimelineItem[]; joinedOn: string | null }) {
  const [kind, setKind] = useState<keyof typeof kinds>("all");
  const [shown, setShown] = useState(pageSize);
  const found = items.filter((item) => kind === "all" || item.kind === kind);
  return (
    <PlayerCard
      title="Timeline"
      beside={<ViewSwitch label="What is listed" options={kinds} value={kind} onChange={setKind} />}
    >
      {found.length === 0 ? (
        <Muted as="p">Nothing yet.</Muted>
      ) : (
        <ol className={styles.timeline}>
          {found.slice(0, shown).map((item) => (
            <li key={`${item.at} ${item.action} ${item.text}`}>
              <IconBadge {...markOf(item)} name={item.text} />
              <p>
                {item.action === "member.joined" && joinedOn
                  ? `On the roster since ${formatDate(joinedOn)}.`
                  : withDates(item.text)}
              </p>
              <Muted as="small">{[formatDateTime(item.at), item.actor].filter(Boolean).join(" · ")}</Muted>
            </li>
          ))}
        </ol>
      )}
      {found.length > shown && <Button onClick={() => setShown(found.length)}>Show all {found.length}</Button>}
    </PlayerCard>
  );
}

function markOf({ action, kind }: MemberTimelineItem) {
  if (action === "member.joined" || action === "member.add") return { icon: "people", color: "slate" };
  if (action.endsWith("note")) return { icon: "book", color: "ocean" };
  return kind === "decision" ? { icon: "flag", color: "amber" } : { icon: "clock", color: "moss" };
}

interface NotesCardProps {
  member: Member;
  onEdit?: ((what: "away" | "edit") => void) | undefined;
  /** What was decided about the player, each part in a section. */
  children?: ReactNode;
}

/** What stands about the player beside the figures. A part without content is left out, unless it can be added. */
function NotesCard({ member, onEdit, children }: NotesCardProps) {
  const { away, public_note, officer_note } = member;
  const change = (what: "away" | "edit", text: string) =>
    onEdit && (
      <Button variant="plain" size="sm" onClick={() => onEdit(what)}>
        {text}
        <span className="visually-hidden"> {what === "away" ? "time away" : "the notes"}</span>
      </Button>
    );
  const parts = [
    (away.length > 0 || onEdit) && (
      <Part key="away" title="Away" beside={change("away", "Add")}>
        {away.length === 0 && <Muted as="p">Not away.</Muted>}
        {away.toReversed().map(({ id, from, to, reason }) => (
          <p key={id}>
            {formatRange(from, to)}
            {reason && <Muted> · {reason}</Muted>}
          </p>
        ))}
      </Part>
    ),
    (public_note !== "" || officer_note || onEdit) && (
      <Part key="notes" title="Notes" beside={change("edit", "Edit")}>
        {public_note === "" && !officer_note && <Muted as="p">No notes.</Muted>}
        {public_note !== "" && (
          <p>
            <Muted>Everybody:</Muted> {public_note}
          </p>
        )}
        {officer_note && (
          <p>
            <Muted>Officers:</Muted> {officer_note}
          </p>
        )}
      </Part>
    ),
    children,
  ].filter(Boolean);
  return parts.length > 0 && <Surface className={`${styles.card} ${styles.parts} lined`}>{parts}</Surface>;
}

function Part({ title, beside, children }: { title: string; beside?: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <Row between gap={2}>
        <CardTitle id={id}>{title}</CardTitle>
        {beside}
      </Row>
      {children}
    </section>
  );
}
