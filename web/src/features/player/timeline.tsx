import type { Member, MemberTimelineItem } from "@clanhall/contract/members";
import { type ReactNode, useId, useState } from "react";
import { formatDate, formatDateTime, formatRange } from "../../lib/format.ts";
import { CardTitle, Surface } from "../../ui/card.tsx";
import { Button } from "../../ui/core/button.tsx";
import { Muted, Row } from "../../ui/core/layout.tsx";
import { IconBadge } from "../../ui/icon-badge.tsx";
import { ViewSwitch } from "../../ui/view-switch.tsx";
import { PlayerCard } from "./card.tsx";
import styles from "./player.module.css";

const kinds = { all: "All", decision: "Decisions", change: "Changes" };
const pageSize = 8;

/** What happened to the player, the latest first. */
export function TimelineCard({ items, joinedOn }: { items: MemberTimelineItem[]; joinedOn: string | null }) {
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

/** The server says days as the calendar does; here they read like all others. */
function withDates(text: string): string {
  return text.replaceAll(/\d{4}-\d{2}-\d{2}/g, (day) => formatDate(day));
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
export function NotesCard({ member, onEdit, children }: NotesCardProps) {
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
  return parts.length > 0 && <Surface className={`${styles.card} ${styles.parts}`}>{parts}</Surface>;
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
