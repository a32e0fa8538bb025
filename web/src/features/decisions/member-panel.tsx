import { type AttentionRow, hiddenDays, type Warning } from "@clanhall/contract/attention";
import type { ClanCard } from "@clanhall/contract/clans";
import { pages } from "@clanhall/contract/pages";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { restoredText } from "../../domain/members.ts";
import { mayInClan } from "../../domain/permissions.ts";
import { formatClanDate, formatDate, formatRange } from "../../lib/format.ts";
import { useWhileMounted } from "../../lib/hooks.ts";
import { mutateEach } from "../../lib/mutations.ts";
import { AsyncSection } from "../../ui/async-section.tsx";
import { Inset } from "../../ui/card.tsx";
import { Button } from "../../ui/core/button.tsx";
import { TextField } from "../../ui/core/field.tsx";
import { Muted, Row } from "../../ui/core/layout.tsx";
import { ErrorMessage } from "../../ui/core/notice.tsx";
import { Select } from "../../ui/core/select.tsx";
import { restoreLostFocus } from "../../ui/focus.ts";
import { Menu } from "../../ui/menu.tsx";
import { useLateError } from "../../ui/late-error.ts";
import { SubmitDialog, TextDialog } from "../../ui/forms/text-dialog.tsx";
import { showToast } from "../../ui/toasts.ts";
import { historyQuery, type Promotion, useMemberDecisions } from "./api.ts";
import styles from "./decisions.module.css";

interface MemberPanelProps {
  clan: ClanCard;
  row: AttentionRow;
  onWarn: () => void;
}

/** Why a player is on the list, what was done so far, and what can be done. */
export function MemberPanel({ clan, row, onWarn }: MemberPanelProps) {
  const { member } = row;
  const query = useQuery(historyQuery(clan.id, member.id));
  const [opened, setOpened] = useState<OpenDecision | null>(null);
  return (
    <Inset className={styles.panel}>
      <Why clan={clan} row={row} />
      <section>
        <h2>So far</h2>
        <AsyncSection query={query} what="What was done" lines={2}>
          {({ warnings, notes }) => (
            <SoFar clanId={clan.id} member={member} mayDecide={row.may_decide} warnings={warnings} notes={notes} />
          )}
        </AsyncSection>
      </section>
      {row.may_decide && (
        <DecisionButtons
          clan={clan}
          member={member}
          opened={opened}
          onOpen={(decision) => (decision === "warn" ? onWarn() : setOpened(decision))}
          isWhole
        />
      )}
    </Inset>
  );
}

function Why({ clan, row }: Pick<MemberPanelProps, "clan" | "row">) {
  const { days, met, due, member, away_since } = row;
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
      {away_since !== null && (
        <Muted as="p">Away since {formatClanDate(away_since)}: days from then on do not count.</Muted>
      )}
    </section>
  );
}

interface SoFarProps {
  clanId: string;
  member: DecidedMember;
  mayDecide: boolean;
  warnings: Warning[];
  notes: { id: string; note: string; written_by: string; written_at: string }[];
}

function SoFar({ clanId, member, mayDecide, warnings, notes }: SoFarProps) {
  const [lifted, setLifted] = useState<Warning | null>(null);
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
      {lifted && <LiftDialog clanId={clanId} member={member} warning={lifted} onClose={() => setLifted(null)} />}
    </>
  );
}

interface LiftDialogProps {
  clanId: string;
  member: DecidedMember;
  warning: Warning;
  onClose: () => void;
}

export function LiftDialog({ clanId, member, warning, onClose }: LiftDialogProps) {
  const { lift, undoLift } = useMemberDecisions(clanId, member.id);
  const send = async (reason: string) => {
    await lift.mutateAsync({ warningId: warning.id, reason });
    const message = `${member.name}’s warning lifted`;
    showToast({ kind: "success", message, onUndo: () => undoLift.mutateAsync(warning.id) });
  };
  return (
    <TextDialog
      title={`Lift ${member.name}’s warning`}
      label="Reason"
      hint={`${member.name} will see this.`}
      action="Lift"
      least={3}
      max={300}
      onSend={send}
      onClose={onClose}
    />
  );
}

export function stateText({ state, ends_on, lifted_by, lifted_reason }: Warning): string {
  if (state === "lifted") return `lifted by ${lifted_by ?? "Former member"} (${lifted_reason})`;
  if (ends_on === null) return "active without end";
  return `${state === "active" ? "active until" : "ended"} ${formatDate(ends_on)}`;
}

type DecidedMember = Pick<AttentionRow["member"], "id" | "name" | "role">;

/** What is being decided; a dialog asks for the rest. */
export type OpenDecision = "warn" | "note" | "promote" | "remove";

interface DecisionButtonsProps {
  clan: ClanCard;
  member: DecidedMember;
  opened: OpenDecision | null;
  onOpen: (decision: OpenDecision | null) => void;
  /** On the attention list, where nothing beside them removes or hides the player. */
  isWhole?: boolean;
}

/** What can be decided about a player; each can be taken back at once. */
export function DecisionButtons({ clan, member, opened, onOpen, isWhole }: DecisionButtonsProps) {
  const clanId = clan.id;
  const { hide, remove, restore } = useMemberDecisions(clanId, member.id);
  const hideFor = (days: 7 | 14 | 30) =>
    mutateEach(hide, days, () => {
      const message = `${member.name} hidden for ${days} days`;
      showToast({ kind: "success", message, onUndo: () => hide.mutateAsync(null) });
      restoreLostFocus();
    });
  const removeThem = async (reason: string) => {
    await remove.mutateAsync(reason);
    const undo = async () => {
      await restore.mutateAsync();
      showToast({ message: restoredText(member.name) });
    };
    showToast({ kind: "success", message: `${member.name} marked as removed`, onUndo: undo });
  };
  const close = () => onOpen(null);
  const more = (
    <>
      <Button onClick={() => onOpen("promote")}>Promote…</Button>
      <Menu
        label={`Hide for… ${member.name}`}
        trigger={<Button>Hide for…</Button>}
        items={hiddenDays.map((days) => ({ label: `${days} days`, onSelect: () => hideFor(days) }))}
      />
      <Button variant="danger" onClick={() => onOpen("remove")}>
        Remove…
      </Button>
    </>
  );
  return (
    <Row gap={2} fill className={isWhole ? styles.choices : undefined}>
      <Button onClick={() => onOpen("warn")}>Warn…</Button>
      <Button onClick={() => onOpen("note")}>Note…</Button>
      {isWhole && more}
      <ErrorMessage error={hide.error} />
      {opened === "promote" && <PromoteDialog clan={clan} member={member} onClose={close} />}
      {opened === "note" && <NoteDialog clanId={clanId} member={member} onClose={close} />}
      {opened === "remove" && (
        <TextDialog
          title={`Mark ${member.name} as removed?`}
          label="Reason (optional)"
          hint="Kept in the audit log."
          action="Mark as removed"
          isDanger
          least={0}
          max={200}
          onSend={removeThem}
          onClose={close}
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

interface NoteDialogProps {
  clanId: string;
  member: Pick<DecidedMember, "id" | "name">;
  onClose: () => void;
}

export function NoteDialog({ clanId, member, onClose }: NoteDialogProps) {
  const { note, undoNote } = useMemberDecisions(clanId, member.id);
  const writeNote = async (text: string) => {
    const { id } = await note.mutateAsync(text);
    showToast({ kind: "success", message: "Note saved", onUndo: () => undoNote.mutateAsync(id) });
  };
  return (
    <TextDialog
      title={`Note about ${member.name}`}
      tried={`Save the note about ${member.name}`}
      label="Note"
      hint="Only officers can see this."
      action="Save"
      least={1}
      max={500}
      onSend={writeNote}
      onClose={onClose}
    />
  );
}

interface PromoteDialogProps {
  clan: ClanCard;
  member: DecidedMember;
  onClose: () => void;
}

/** Into a group, or by the owner to maintainer: a promotion never takes a role away. */
function PromoteDialog({ clan, member, onClose }: PromoteDialogProps) {
  const hasRoles = member.role === "member" && mayInClan(clan, "member.change_role");
  const [to, setTo] = useState<"role" | "group">(hasRoles ? "role" : "group");
  const [group, setGroup] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const { promote } = useMemberDecisions(clan.id, member.id);
  const close = useWhileMounted(onClose);
  const title = `Promote ${member.name}`;
  const sayLate = useLateError(title);
  const name = group.trim();
  const send = () => {
    const isEmpty = to === "group" && name === "";
    setProblem(isEmpty ? "Enter a group." : null);
    if (isEmpty || promote.isPending) return;
    const [wanted, back]: [Promotion, Promotion] =
      to === "role"
        ? [{ role: "maintainer" }, { role: "member" }]
        : [
            { action: "add-group", group: name },
            { action: "remove-group", group: name },
          ];
    const onDone = (isChanged: boolean) => {
      // To undo nothing would take away a group that they were in before.
      if (!isChanged) return setProblem(`${member.name} is already in this group.`);
      const message = to === "role" ? `${member.name} is a maintainer now` : `${member.name} added to ${name}`;
      showToast({ kind: "success", message, onUndo: () => promote.mutateAsync(back) });
      close();
    };
    mutateEach(promote, wanted, onDone, sayLate);
  };
  return (
    <SubmitDialog title={title} action="Promote" input={[to, group]} work={promote} onSubmit={send} onClose={onClose}>
      {hasRoles && (
        <Select
          label="To"
          value={to}
          options={[
            { value: "role", label: "Role: maintainer" },
            { value: "group", label: "A group" },
          ]}
          onChange={setTo}
        />
      )}
      {to === "group" && (
        <TextField
          label="Group"
          maxLength={40}
          value={group}
          error={problem}
          onChange={({ currentTarget }) => setGroup(currentTarget.value)}
        />
      )}
    </SubmitDialog>
  );
}
