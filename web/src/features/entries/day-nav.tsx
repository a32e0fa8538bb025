import { addDays } from "@clanhall/contract/clan-day";
import { Link, useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import styles from "./day.module.css";

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
