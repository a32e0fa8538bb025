import type { Member, MemberTimelineItem } from "@clanhall/contract/members";
import { type ReactNode, useState } from "react";
import { formatDate, formatDateTime, formatRange } from "../../lib/format.ts";
import { Surface } from "../../ui/card.tsx";
import { Button } from "../../ui/core/button.tsx";
import { Muted } from "../../ui/core/layout.tsx";
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
                  : item.text}
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

/** What stands about the player beside the figures. A part without content is left out. */
export function NotesCard({ member: { away, public_note, officer_note } }: { member: Member }) {
  const parts = [
    away.length > 0 && (
      <Part key="away" title="Away">
        {away.toReversed().map(({ id, from, to, reason }) => (
          <p key={id}>
            {formatRange(from, to)}
            {reason && <Muted> · {reason}</Muted>}
          </p>
        ))}
      </Part>
    ),
    (public_note !== "" || officer_note) && (
      <Part key="notes" title="Notes">
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
  ].filter(Boolean);
  return parts.length > 0 && <Surface className={styles.card}>{parts}</Surface>;
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.part} aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}
