import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { formatClanDate } from "../../lib/format.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/core/button.tsx";
import { TextField } from "../../ui/core/field.tsx";
import { ErrorMessage, Notice } from "../../ui/core/notice.tsx";
import { Surface } from "../../ui/card.tsx";
import { Muted, Row, Text } from "../../ui/core/layout.tsx";
import { Pager } from "../../ui/pager.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { toCell } from "./address.ts";
import { type Change, changesOf, type Revert, useRevertCell } from "./api.ts";
import { ActivityName, activityOf, type HistoryContext, HistoryPart, mayWrite, NothingFound } from "./context.tsx";
import { contentText, sourceNames } from "./format.ts";
import styles from "./views.module.css";
import type { Entry } from "@clanhall/contract/entries";
import { ApiError, hasStatus } from "../../lib/api-errors.ts";
import { showToast } from "../../ui/toasts.ts";

/** Every write of the entries, the latest first. */
export function ChangesView({ context }: { context: HistoryContext }) {
  const query = useInfiniteQuery(changesOf(context.clan.id, context.filter));
  const reverts = useReverts(context);
  return (
    <HistoryPart query={query}>
      {({ pages }) => {
        const changes = pages.flatMap(({ items }) => items);
        if (changes.length === 0) return <NothingFound context={context} />;
        return (
          <Surface className={styles.changes} aria-busy={query.isPlaceholderData}>
            <ol aria-label="Changes, the latest first">
              {changes.map((change) => (
                <ChangeItem
                  key={`${change.day} ${change.member_id} ${change.activity_id} ${change.version}`}
                  context={context}
                  change={change}
                  reverts={reverts}
                />
              ))}
            </ol>
            <Pager query={query} />
          </Surface>
        );
      }}
    </HistoryPart>
  );
}

interface ChangeItemProps {
  context: HistoryContext;
  change: Change;
  reverts: Reverts;
}

/** One write: what stood there before, what stands there since, who wrote it and why. */
function ChangeItem({ context, change, reverts }: ChangeItemProps) {
  const kind = activityOf(context, change.activity_id);
  const failure = reverts.failure?.key === keyOf(change) ? reverts.failure : null;
  const canRevert = change.is_current && mayWrite(context, change);
  const about = `${change.member_name}, ${change.activity_name}, ${formatClanDate(change.day)}`;
  return (
    <Row as="li" className={styles.change}>
      <Text as="div" wrap="anywhere" className={styles.what}>
        <Text as="p" weight={600}>
          {change.member_name}, <ActivityName context={context} id={change.activity_id} name={change.activity_name} />,{" "}
          {formatClanDate(change.day)}
        </Text>
        <p>
          <span className="visually-hidden">from </span>
          <s>
            <Text dim>{contentText(kind, change.before)}</Text>
          </s>
          <span aria-hidden> → </span>
          <span className="visually-hidden"> to </span>
          <strong>{contentText(kind, change)}</strong> {change.is_current && <Badge>now</Badge>}{" "}
          {change.late && <Badge>late</Badge>}
        </p>
        <Muted as="p">
          {change.entered_by_name}, <RelativeTime iso={change.entered_at} /> ·{" "}
          {sourceNames[change.source].toLowerCase()}
          {change.reason && ` · “${change.reason}”`}
        </Muted>
      </Text>
      <Row gap={2} align="stretch" nowrap>
        <Button onClick={() => context.onShow({ cell: toCell(change) })}>
          Details<span className="visually-hidden"> of {about}</span>
        </Button>
        {canRevert && failure?.kind !== "reason" && (
          <Button busy={reverts.pending === keyOf(change)} onClick={() => reverts.revert(change)}>
            Revert<span className="visually-hidden"> {about}</span>
          </Button>
        )}
      </Row>
      {failure?.kind === "reason" && (
        <ReasonForm
          hint={failure.message}
          isPending={reverts.pending === keyOf(change)}
          onSend={(reason) => reverts.revert(change, reason)}
          onCancel={reverts.forget}
        />
      )}
      {failure?.kind === "conflict" && (
        <Notice tone="warning" role="alert">
          Someone else changed this value: it is now {contentText(kind, failure.current)}, entered by{" "}
          {failure.current?.entered_by_name ?? "someone else"}. Nothing was reverted.
        </Notice>
      )}
      {failure?.kind === "error" && <ErrorMessage error={failure.error} />}
    </Row>
  );
}

interface ReasonFormProps {
  hint: string;
  isPending: boolean;
  onSend: (reason: string) => void;
  onCancel: () => void;
}

/** A locked day is changed only with a reason. */
function ReasonForm({ hint, isPending, onSend, onCancel }: ReasonFormProps) {
  const [reason, setReason] = useState("");
  return (
    <Row
      as="form"
      gap={2}
      align="start"
      className={styles.reason}
      onSubmit={(event) => {
        event.preventDefault();
        if (reason.trim() !== "" && !isPending) onSend(reason.trim());
      }}
    >
      <TextField
        label="Reason"
        hint={hint}
        maxLength={200}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- asked for by the button that was just pressed
        autoFocus
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
      <Button type="submit" variant="primary" busy={isPending}>
        Revert
      </Button>
      <Button onClick={onCancel}>Cancel</Button>
    </Row>
  );
}

/** Why the last try to revert something did not work. */
type Failure = { key: string } & (
  | { kind: "reason"; message: string }
  | { kind: "conflict"; current: Entry | null }
  | { kind: "error"; error: unknown }
);

type Reverts = ReturnType<typeof useReverts>;

type Version = Pick<Change, "day" | "member_id" | "activity_id" | "version">;

function keyOf({ day, member_id, activity_id, version }: Version): string {
  return [day, member_id, activity_id, version].join(" ");
}

/** Takes back writes that still stand, one at a time, each with a way to undo that. */
function useReverts(context: HistoryContext) {
  const { mutateAsync } = useRevertCell(context.clan.id);
  const [pending, setPending] = useState<string | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const send = async (change: Change, body: Revert): Promise<Entry | null> => {
    const key = keyOf(change);
    setPending(key);
    try {
      const entry = await mutateAsync({ cell: change, body });
      setFailure(null);
      return entry;
    } catch (error) {
      setFailure(toFailure(key, error));
      return null;
    } finally {
      setPending(null);
    }
  };
  const revert = async (change: Change, reason?: string) => {
    const why = reason ? { reason } : {};
    // Version 0 is the cell before anything was entered.
    const version = change.before ? change.version - 1 : 0;
    const entry = await send(change, { version, base_version: change.version, ...why });
    if (!entry) return;
    const now = contentText(activityOf(context, change.activity_id), change.before);
    showToast({
      kind: "success",
      message: `${change.member_name}, ${change.activity_name} is ${now} again`,
      onUndo: () =>
        mutateAsync({ cell: change, body: { version: change.version, base_version: entry.version, ...why } }),
    });
  };
  return {
    failure,
    pending,
    forget: () => setFailure(null),
    revert: (change: Change, reason?: string) => {
      if (pending === null) void revert(change, reason);
    },
  };
}

function toFailure(key: string, error: unknown): Failure {
  if (!(error instanceof ApiError)) return { key, kind: "error", error };
  const reason = error.details.find(({ path }) => path === "reason");
  if (reason) return { key, kind: "reason", message: reason.message };
  if (hasStatus(error, 409) && error.current !== undefined) {
    return { key, kind: "conflict", current: error.current as Entry | null };
  }
  return { key, kind: "error", error };
}
