import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { formatClanDate } from "../../lib/format.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/core/button.tsx";
import { TextField } from "../../ui/core/field.tsx";
import { ErrorMessage, Notice } from "../../ui/core/notice.tsx";
import { Surface } from "../../ui/card.tsx";
import { Muted, Row } from "../../ui/core/layout.tsx";
import { Pager } from "../../ui/pager.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { toCell } from "./address.ts";
import { type Change, changesOf } from "./api.ts";
import { ActivityName, activityOf, type HistoryContext, HistoryPart, mayWrite, NothingFound } from "./context.tsx";
import { contentText, sourceNames } from "./format.ts";
import { keyOf, type Reverts, useReverts } from "./use-reverts.ts";
import styles from "./views.module.css";

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
      <div className={styles.what}>
        <p className={styles.about}>
          {change.member_name}, <ActivityName context={context} id={change.activity_id} name={change.activity_name} />,{" "}
          {formatClanDate(change.day)}
        </p>
        <p className={styles.values}>
          <span className="visually-hidden">from </span>
          <s>{contentText(kind, change.before)}</s>
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
      </div>
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
    <form
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
    </form>
  );
}
