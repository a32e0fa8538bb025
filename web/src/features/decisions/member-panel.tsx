import { type AttentionRow, hiddenDays, type Warning } from "@clanhall/contract/attention";
import type { ClanCard } from "@clanhall/contract/clans";
import { pages } from "@clanhall/contract/pages";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { formatClanDate, formatDate, formatRange } from "../../lib/format.ts";
import { AsyncSection } from "../../ui/async-section.tsx";
import { Inset } from "../../ui/card.tsx";
import { Button } from "../../ui/core/button.tsx";
import { Muted, Row } from "../../ui/core/layout.tsx";
import { ErrorMessage } from "../../ui/core/notice.tsx";
import { Menu } from "../../ui/menu.tsx";
import { showToast } from "../../ui/toasts.ts";
import { historyQuery, useMemberDecisions } from "./api.ts";
import styles from "./decisions.module.css";
import { TextDialog } from "./text-dialog.tsx";

interface MemberPanelProps {
  clan: ClanCard;
  row: AttentionRow;
  onWarn: () => void;
}

/** Why a player is on the list, what was done so far, and what can be done. */
export function MemberPanel({ clan, row, onWarn }: MemberPanelProps) {
  const { member } = row;
  const query = useQuery(historyQuery(clan.id, member.id));
  return (
    <Inset className={styles.panel}>
      <Why clan={clan} row={row} />
      <section>
        <h2>So far</h2>
        <AsyncSection query={query} what="What was done" lines={2}>
          {({ warnings, notes }) => <SoFar clanId={clan.id} row={row} warnings={warnings} notes={notes} />}
        </AsyncSection>
      </section>
      {row.may_decide && <Actions clanId={clan.id} member={member} onWarn={onWarn} />}
    </Inset>
  );
}

function Why({ clan, row }: Pick<MemberPanelProps, "clan" | "row">) {
  const { days, met, due, member } = row;
  const [from = "", to = ""] = [days[0]?.day, days.at(-1)?.day];
  const empty = days.filter(({ mark }) => mark === "missed" || mark === "missing");
  const history = {
    to: pages.activityHistory.path,
    search: { clan: clan.id, view: "table", member: member.id, from, to },
  };
  return (
    <section>
      <h2>Why</h2>
      <p>
        {met} met of {due} due, {formatRange(from, to)}. <Link {...history}>Show the days</Link>
      </p>
      {empty.length > 0 && (
        <p>
          Nothing met on{" "}
          {empty.map(({ day }, index) => (
            <span key={day}>
              {index > 0 && ", "}
              <Link to={pages.dailyActivity.path} search={{ clan: clan.id, day }}>
                {formatClanDate(day)}
              </Link>
            </span>
          ))}
          .
        </p>
      )}
    </section>
  );
}

interface SoFarProps {
  clanId: string;
  row: AttentionRow;
  warnings: Warning[];
  notes: { id: string; note: string; written_by: string; written_at: string }[];
}

function SoFar({ clanId, row: { member, may_decide: mayDecide }, warnings, notes }: SoFarProps) {
  const [lifted, setLifted] = useState<Warning | null>(null);
  const { lift } = useMemberDecisions(clanId, member.id);
  const lines = [
    ...warnings.map((warning) => ({ at: warning.given_at, id: warning.id, warning, note: null })),
    ...notes.map((note) => ({ at: note.written_at, id: note.id, warning: null, note })),
  ].toSorted((a, b) => (a.at < b.at ? 1 : -1));
  if (lines.length === 0) return <Muted as="p">Nothing yet.</Muted>;
  return (
    <>
      <ul>
        {lines.map(({ at, id, warning, note }) => (
          <li key={id}>
            <strong>{formatDate(at)}</strong> {note && `${note.written_by}, note: “${note.note}”`}
            {warning && `${warning.given_by} warned, ${stateText(warning)}: “${warning.message}”`}{" "}
            {warning?.state === "active" && mayDecide && (
              <Button variant="plain" size="sm" onClick={() => setLifted(warning)}>
                Lift…
              </Button>
            )}
          </li>
        ))}
      </ul>
      {lifted && (
        <TextDialog
          title={`Lift ${member.name}’s warning`}
          label="Reason"
          hint={`${member.name} reads it.`}
          action="Lift"
          least={3}
          max={300}
          onSend={(reason) => lift.mutateAsync({ warningId: lifted.id, reason })}
          onClose={() => setLifted(null)}
        />
      )}
    </>
  );
}

function stateText({ state, ends_on, lifted_by, lifted_reason }: Warning): string {
  if (state === "lifted") return `lifted by ${lifted_by ?? "Former member"} (${lifted_reason})`;
  if (ends_on === null) return "active without end";
  return `${state === "active" ? "active until" : "ended"} ${formatDate(ends_on)}`;
}

interface ActionsProps {
  clanId: string;
  member: AttentionRow["member"];
  onWarn: () => void;
}

function Actions({ clanId, member, onWarn }: ActionsProps) {
  const [dialog, setDialog] = useState<"note" | "remove" | null>(null);
  const { note, undoNote, hide, remove } = useMemberDecisions(clanId, member.id);
  const hideFor = (days: 7 | 14 | 30) =>
    hide.mutate(days, {
      onSuccess: () =>
        showToast({
          kind: "success",
          message: `${member.name} hidden for ${days} days`,
          onUndo: () => hide.mutate(null),
        }),
    });
  const writeNote = async (text: string) => {
    const { id } = await note.mutateAsync(text);
    showToast({ kind: "success", message: "Note saved", onUndo: () => undoNote.mutate(id) });
  };
  return (
    <Row gap={2} className={styles.choices}>
      <Button onClick={onWarn}>Warn…</Button>
      <Button onClick={() => setDialog("note")}>Note…</Button>
      <Menu
        label={`Hide for… ${member.name}`}
        trigger={<Button>Hide for…</Button>}
        items={hiddenDays.map((days) => ({ label: `${days} days`, onSelect: () => hideFor(days) }))}
      />
      <Button variant="danger" onClick={() => setDialog("remove")}>
        Remove…
      </Button>
      <ErrorMessage error={hide.error ?? undoNote.error} />
      {dialog === "note" && (
        <TextDialog
          title={`Note about ${member.name}`}
          label="Note"
          hint="Only officers read it."
          action="Save"
          least={1}
          max={500}
          onSend={writeNote}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog === "remove" && (
        <TextDialog
          title={`Mark ${member.name} as removed?`}
          label="Reason (optional)"
          hint="Kept in the audit log."
          action="Mark as removed"
          isDanger
          least={0}
          max={200}
          onSend={(reason) => remove.mutateAsync(reason)}
          onClose={() => setDialog(null)}
        >
          <p>
            The link to an account ends and an open invite is cancelled. Everything they did stays, and you can restore
            them without an account.
          </p>
        </TextDialog>
      )}
    </Row>
  );
}
