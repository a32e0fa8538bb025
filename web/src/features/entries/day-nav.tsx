import { addDays } from "@clanhall/contract/rules/clan-day";
import type { ClanCard } from "@clanhall/contract/clans";
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { formatClanDate } from "../../lib/format.ts";
import { readText } from "../../lib/compat/read-answer.ts";
import { Button } from "../../ui/core/button.tsx";
import { Muted } from "../../ui/core/layout.tsx";
import { Popover } from "../../ui/popover.tsx";
import { latestDaysQuery } from "./api.ts";
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
  children: ReactNode;
}

/** Leads to another day of the same clan, with the same filters. */
export function DayLink({ day, className, label, isCurrent, children }: DayLinkProps) {
  return (
    <Link
      to="."
      search={(search: Record<string, unknown>) => ({ ...search, day })}
      className={className}
      aria-label={label}
      aria-current={isCurrent ? "date" : undefined}
      resetScroll={false}
    >
      {children}
    </Link>
  );
}

/** Goes from day to day; there is nothing after today. */
export function DayNav({ day, today }: { day: string; today: string }) {
  const navigate = useNavigate();
  const choose = (chosen: string) => {
    if (chosen === "") return;
    void navigate({ to: ".", search: (search: Record<string, unknown>) => ({ ...search, day: chosen }) });
  };
  return (
    <div className={styles.nav} role="group" aria-label="Day">
      <DayLink day={addDays(day, -1)} className={styles.navStep} label="Previous day">
        ‹
      </DayLink>
      <input
        type="date"
        className={styles.navDate}
        aria-label="Date"
        max={today}
        value={day}
        required
        onChange={({ currentTarget }) => choose(currentTarget.value)}
      />
      {day < today ? (
        <DayLink day={addDays(day, 1)} className={styles.navStep} label="Next day">
          ›
        </DayLink>
      ) : (
        <span className={styles.navStep} data-off aria-hidden>
          ›
        </span>
      )}
      <DayLink day={today} className={styles.navToday} isCurrent={day === today}>
        Today
      </DayLink>
    </div>
  );
}

/** The days of the last two weeks with something left to enter. */
export function MissingDays({ clanId, day }: { clanId: string; day: string }) {
  const { data: days } = useQuery(latestDaysQuery(clanId));
  const missing = days?.filter(({ due, entered }) => entered < due) ?? [];
  if (missing.length === 0) return null;
  const label = `Missing: ${missing.length === 1 ? "1 day" : `${missing.length} days`}`;
  return (
    <Popover label={label} trigger={<Button>{label}</Button>}>
      <ul>
        {missing.map((one) => (
          <li key={one.day}>
            <DayLink day={one.day} className={styles.dayItem} isCurrent={one.day === day}>
              <span>{formatClanDate(one.day)}</span>
              <Muted>
                {one.due - one.entered} of {one.due} missing{one.state === "locked" && " · locked"}
              </Muted>
            </DayLink>
          </li>
        ))}
      </ul>
    </Popover>
  );
}
