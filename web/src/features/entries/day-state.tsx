import type { Day } from "@clanhall/contract/days";
import { pages } from "@clanhall/contract/pages";
import type { UseQueryResult } from "@tanstack/react-query";
import { nothingDueText } from "../../domain/clan-day.tsx";
import { hasStatus } from "../../lib/api-errors.ts";
import { formatClanDate, formatNumber, plural } from "../../lib/format.ts";
import { useWhileMounted } from "../../lib/hooks.ts";
import { mutateEach } from "../../lib/mutations.ts";
import { AsyncSection, Skeleton } from "../../ui/async-section.tsx";
import { Button, ButtonLink } from "../../ui/core/button.tsx";
import { Icon } from "../../ui/core/icon.tsx";
import { EmptyState, NoMatches } from "../../ui/empty-state.tsx";
import { ErrorMessage, Notice } from "../../ui/core/notice.tsx";
import styles from "./day.module.css";
import { useEffect, useState } from "react";
import { Form, TextField } from "../../ui/core/field.tsx";
import { useLateError } from "../../ui/late-error.ts";
import { SubmitDialog } from "../../ui/forms/text-dialog.tsx";
import { showToast } from "../../ui/toasts.ts";
import { useReopenDay } from "./api.ts";
import { Row } from "../../ui/core/layout.tsx";
import type { DaySheet } from "./sheet/day-sheet.ts";
import { type DraftKey, keepReason, listDraftDays } from "./sheet/stored-drafts.ts";
import { useWholeSheet } from "./use-day-sheet.ts";
import { DayLink } from "./day-nav.tsx";

export const reasonId = "locked-day-reason";

interface LockedNoticeProps {
  sheet: DaySheet;
  draftKey: DraftKey;
}

/** Asks once why a locked day is changed, and says to everybody else that it cannot be. */
export function LockedNotice({ sheet, draftKey }: LockedNoticeProps) {
  useWholeSheet(sheet);
  const [reason, setReason] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const { state, can_write } = sheet.day.window;
  if (state !== "locked" || isEmptyDay(sheet)) return null;
  if (!can_write) {
    return <Notice>This day is locked and can no longer be changed.</Notice>;
  }
  if (!sheet.needsReason()) return null;
  return (
    <Notice>
      <Form
        onSubmit={(event) => {
          event.preventDefault();
          const said = reason.trim();
          if (said === "") return setProblem("Enter a reason.");
          keepReason(draftKey, said);
          sheet.giveReason(said);
        }}
      >
        <p>This day is locked. To change it, enter a reason. It is kept with every change.</p>
        <Row align="end" className={styles.reason} id={reasonId}>
          <TextField
            label="Reason"
            maxLength={200}
            value={reason}
            error={problem}
            onChange={({ currentTarget }) => setReason(currentTarget.value)}
          />
          <Button type="submit">Edit this day</Button>
        </Row>
      </Form>
    </Notice>
  );
}

interface ReopenDialogProps {
  clanId: string;
  day: string;
  onClose: () => void;
}

export function ReopenDialog({ clanId, day, onClose }: ReopenDialogProps) {
  const [reason, setReason] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const reopen = useReopenDay(clanId, day);
  const close = useWhileMounted(onClose);
  const title = `Reopen ${formatClanDate(day)}`;
  const sayLate = useLateError(title);
  const send = () => {
    if (reason.trim() === "") return setProblem("Enter a reason.");
    const onDone = () => {
      showToast({ kind: "success", message: `${formatClanDate(day)} is open for 24 hours` });
      close();
    };
    mutateEach(reopen, reason.trim(), onDone, sayLate);
  };
  return (
    <SubmitDialog title={title} action="Reopen for 24 h" input={reason} work={reopen} onSubmit={send} onClose={onClose}>
      <p>Everyone who can enter values can change this day for 24 hours.</p>
      <TextField
        label="Reason"
        hint="Kept in the audit log."
        maxLength={200}
        value={reason}
        error={problem}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
    </SubmitDialog>
  );
}

/** The shape of the grid while it is on the way, or why it does not come. */
export function DayLoading({ query }: { query: UseQueryResult<Day> }) {
  if (hasStatus(query.error, 400, 403, 404)) return <ErrorMessage error={query.error} />;
  if (query.isError) {
    return (
      <AsyncSection query={query} what="This day">
        {() => null}
      </AsyncSection>
    );
  }
  return <DaySkeleton />;
}

/** With room for the tools above it while nothing of the day is there yet. */
export function DaySkeleton({ isInCard = false }: { isInCard?: boolean }) {
  return (
    <div className={isInCard ? undefined : styles.skeleton}>
      <Skeleton label="This day: loading" shape="rows" count={11} />
    </div>
  );
}

export function FutureDay({ day, today }: { day: string; today: string }) {
  return (
    <EmptyState
      title="Not started yet"
      actions={
        <ButtonLink to="." search={(search: Record<string, unknown>) => ({ ...search, day: today })}>
          Go to today
        </ButtonLink>
      }
    >
      {`${formatClanDate(day)} is in the future. You can enter values once it starts.`}
    </EmptyState>
  );
}

/** The grid would have no columns, or no rows. */
function isEmptyDay({ activities, members }: DaySheet): boolean {
  return activities.length === 0 || members.length === 0;
}

interface EmptyDayProps {
  day: Day;
  what: "activities" | "players";
  clanId: string;
  canManage: boolean;
}

/** Why there is nothing to enter on a day, and where that can be changed. */
export function EmptyDay({ day, what, clanId, canManage }: EmptyDayProps) {
  const { title, action, path } = emptyDayTexts[what];
  const link = (
    <ButtonLink to={path} search={{ clan: clanId }}>
      {action}
    </ButtonLink>
  );
  const { reason, remedy } = what === "activities" ? whyNoActivities(day) : whyNoPlayers(day);
  return (
    <EmptyState title={title} actions={canManage && link}>
      {canManage && remedy ? `${reason} ${remedy}` : reason}
    </EmptyState>
  );
}

const emptyDayTexts = {
  activities: {
    title: "No activities on this day",
    action: "Customize activities",
    path: pages.customizeActivities.path,
  },
  players: { title: "No players on this day", action: "Manage players", path: pages.managePlayers.path },
};

function whyNoActivities({ nothing_due, window }: Day) {
  if (nothing_due?.activities === "weekday") return { reason: nothingDueText(nothing_due, window.day) };
  if (nothing_due?.activities !== "dates")
    return { reason: "Activities such as donations or raids are the columns here." };
  return {
    reason: "The clan’s activities begin later or have ended.",
    remedy: "To enter values here, change their first or last day.",
  };
}

function whyNoPlayers({ window: { day, today } }: Day) {
  if (day >= today) return { reason: "Players on the roster are the rows here." };
  return {
    reason: "Nobody was on the roster on this day.",
    remedy: "To enter values here, change when players joined.",
  };
}

export function NoRows({ onClear }: { onClear: () => void }) {
  return <NoMatches sentence="No players match these filters." onClear={onClear} />;
}

/** How many values did not arrive, are on their way, or wait for somebody to decide. */
export function saveStateOf(sheet: DaySheet) {
  const { conflicts, needsConfirmation, ...counts } = sheet.counts();
  // On a day that cannot be written now, what waits stays on this device.
  const isStopped = !sheet.day.window.can_write || sheet.needsReason();
  const failed = counts.failed + (isStopped ? counts.waiting : 0);
  return { failed, waiting: isStopped ? 0 : counts.waiting, conflicts, needsConfirmation, isStopped };
}

/** Whether what was typed has arrived. Drawn anew by whoever watches the sheet. */
export function SaveStatus({ sheet }: { sheet: DaySheet }) {
  const { failed, waiting, conflicts, needsConfirmation, isStopped } = saveStateOf(sheet);
  const open = [
    conflicts > 0 && `${plural(conflicts, "value")} changed by someone else`,
    needsConfirmation > 0 && `${plural(needsConfirmation, "value")} to check`,
  ].filter(Boolean);
  const isSaved = failed === 0 && open.length === 0 && waiting === 0 && !isStopped;
  return (
    <Row as="span" inline nowrap className={styles.save}>
      <Row
        as="span"
        nowrap
        dim
        gap={1}
        weight={500}
        role="status"
        tone={failed > 0 ? "danger" : open.length > 0 ? "warning" : isSaved ? "success" : undefined}
      >
        {isSaved && <Icon name="tick" size={16} />}
        {formatSaveStatus({ failed, waiting, open, isStopped })}
      </Row>
      {failed > 0 && (
        <>
          {!isStopped && (
            <Button variant="plain" onClick={sheet.retry}>
              Retry
            </Button>
          )}
          <Button variant="plain" onClick={sheet.discard}>
            Discard
          </Button>
        </>
      )}
    </Row>
  );
}

interface SaveCounts {
  failed: number;
  waiting: number;
  open: unknown[];
  isStopped: boolean;
}

function formatSaveStatus({ failed, waiting, open, isStopped }: SaveCounts): string {
  if (failed > 0) return [`${formatNumber(failed)} not saved`, ...open].join(" · ");
  if (open.length > 0) return open.join(" · ");
  if (isStopped) return "Read only";
  return waiting > 0 ? "Saving…" : "All changes saved";
}

/** Other days on which something was typed here and never arrived: opening one sends it. */
export function DraftNotice({ draftKey: { userId, clanId, day } }: { draftKey: DraftKey }) {
  const [days, setDays] = useState(() => listDraftDays({ userId, clanId }));
  useEffect(() => {
    const read = () => setDays(listDraftDays({ userId, clanId }));
    // The day that was just left may have written some.
    read();
    window.addEventListener("storage", read);
    return () => window.removeEventListener("storage", read);
  }, [userId, clanId]);
  const others = days.filter((one) => one.day !== day);
  if (others.length === 0) return null;
  return (
    <Notice tone="warning">
      <p>Not sent yet, kept on this device. Open the day to send it.</p>
      <Row as="ul" gap={2}>
        {others.map((one) => (
          <li key={one.day}>
            <DayLink day={one.day} className={styles.draftLink}>
              {formatClanDate(one.day)}: {plural(one.count, "value")}
            </DayLink>
          </li>
        ))}
      </Row>
    </Notice>
  );
}
