import { addDays } from "@clanhall/contract/rules/clan-day";
import type { ClanCard } from "@clanhall/contract/clans";
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { type MouseEvent, type ReactNode } from "react";
import { formatClanDate, plural } from "../../lib/format.ts";
import { readText } from "../../lib/compat/read-answer.ts";
import { Button, itemStyle } from "../../ui/core/button.tsx";
import { Icon } from "../../ui/core/icon.tsx";
import { Muted, Row } from "../../ui/core/layout.tsx";
import { BadgeIcon } from "../../ui/icon-badge.tsx";
import { Popover } from "../../ui/popover.tsx";
import { latestDaysQuery } from "./api.ts";
import { DayOverlay } from "../../ui/day-field.tsx";
import styles from "./day.module.css";

/** The day that an address names, if there is one of that date. */
export function readDay(search: Record<string, unknown>): string | null {
  const text = readText(search, "day") ?? "";
  const isDate = /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));
  return isDate && addDays(text, 0) === text && text >= "1970-01-01" ? text : null;
}

/** The clan's date now, also when the card was read on an earlier day. */
export function todayOf({ today: { clan_date, ends_at } }: Pick<ClanCard, "today">, now: number): string {
  const past = now - Date.parse(ends_at);
  return past < 0 ? clan_date : addDays(clan_date, 1 + Math.floor(past / 86_400_000));
}

interface DayLinkProps {
  day: string;
  className: string | undefined;
  label?: string;
  isCurrent?: boolean;
  onClick?: (event: MouseEvent) => void;
  children: ReactNode;
}

/** Leads to another day of the same clan, with the same filters. */
export function DayLink({ day, className, label, isCurrent, onClick, children }: DayLinkProps) {
  return (
    <Link
      to="."
      search={(search: Record<string, unknown>) => ({ ...search, day })}
      className={className}
      aria-label={label}
      aria-current={isCurrent ? "date" : undefined}
      resetScroll={false}
      onClick={onClick}
    >
      {children}
    </Link>
  );
}

interface DayNavProps {
  day: string;
  today: string;
  /** Where nothing else leads there. */
  hasToday: boolean;
}

/** Goes from day to day; there is nothing after today. */
export function DayNav({ day, today, hasToday }: DayNavProps) {
  const navigate = useNavigate();
  /** There is no way on from today: whoever came by keyboard stays beside it. */
  const stayAtToday = ({ detail, currentTarget }: MouseEvent) => {
    if (detail === 0 && addDays(day, 1) === today)
      currentTarget.closest("[role=group]")?.querySelector("input")?.focus();
  };
  const choose = (chosen: string) => {
    if (chosen === "") return;
    void navigate({ to: ".", search: (search: Record<string, unknown>) => ({ ...search, day: chosen }) });
  };
  return (
    <Row gap={2} role="group" aria-label="Day">
      <Row nowrap gap={0} className={styles.nav}>
        <DayLink day={addDays(day, -1)} className={styles.navStep} label="Previous day">
          <Icon name="chevron-left" size={16} />
        </DayLink>
        <Row as="span" nowrap gap={2} size="sm" weight={600} wrap="never" className={styles.navDate}>
          <BadgeIcon name="calendar" size={16} />
          <span aria-hidden>{formatClanDate(day)}</span>
          <DayOverlay label="Date" max={today} value={day} onChange={choose} />
        </Row>
        {day < today ? (
          <DayLink day={addDays(day, 1)} className={styles.navStep} label="Next day" onClick={stayAtToday}>
            <Icon name="chevron-right" size={16} />
          </DayLink>
        ) : (
          <span className={styles.navStep} data-off aria-hidden>
            <Icon name="chevron-right" size={16} />
          </span>
        )}
      </Row>
      {hasToday && (
        <DayLink day={today} className={styles.navToday} isCurrent={day === today}>
          Today
        </DayLink>
      )}
    </Row>
  );
}

/** The days of the last two weeks with something left to enter. */
export function useMissingDays(clanId: string) {
  const { data: days } = useQuery(latestDaysQuery(clanId));
  const missing = days?.filter(({ due, entered }) => entered < due) ?? [];
  return { missing, label: `Missing: ${plural(missing.length, "day")}` };
}

export function MissingDays({ clanId, day }: { clanId: string; day: string }) {
  const { missing, label } = useMissingDays(clanId);
  if (missing.length === 0) return null;
  return (
    <Popover
      label={label}
      trigger={
        <Button>
          {label} <Icon name="chevron-down" size={16} />
        </Button>
      }
    >
      <MissingDayList missing={missing} day={day} />
    </Popover>
  );
}

interface MissingDayListProps {
  missing: ReturnType<typeof useMissingDays>["missing"];
  day: string;
}

export function MissingDayList({ missing, day }: MissingDayListProps) {
  return (
    <ul>
      {missing.map((one) => (
        <li key={one.day}>
          <DayLink day={one.day} className={`${itemStyle} ${styles.dayItem}`} isCurrent={one.day === day}>
            <span>{formatClanDate(one.day)}</span>
            <Muted>
              {one.due - one.entered} of {one.due} missing{one.state === "locked" && " · locked"}
            </Muted>
          </DayLink>
        </li>
      ))}
    </ul>
  );
}
