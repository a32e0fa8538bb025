import type { Member } from "@clanhall/contract/members";
import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useMemo, useState } from "react";
import { membersQuery, toMembers } from "../../../domain/members.ts";
import { formatNumber, plural } from "../../../lib/format.ts";
import { AsyncSection } from "../../../ui/async-section.tsx";
import { Avatar } from "../../../ui/avatar.tsx";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/core/button.tsx";
import { Checkbox } from "../../../ui/core/checkbox.tsx";
import { Muted, Row, Text } from "../../../ui/core/layout.tsx";
import { ErrorMessage, Notice } from "../../../ui/core/notice.tsx";
import { Select } from "../../../ui/core/select.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { useChanges, useLeave } from "../../../ui/forms/form-dialog.tsx";
import { MarkedName } from "../../../ui/icon-badge.tsx";
import { FramedTable } from "../../../ui/table.tsx";
import { ViewSwitch } from "../../../ui/view-switch.tsx";
import type { DaySheet } from "../sheet/day-sheet.ts";
import {
  cellsOf,
  editsOf,
  firstDecision,
  type NamedPaste,
  type PastedCell,
  type PastedRow,
  playerOf,
  readPaste,
  type RowDecision,
} from "./paste-plan.ts";
import { type CheckedRow, useWritePaste } from "./paste-write.ts";
import styles from "./import.module.css";

interface PasteCheckProps {
  sheet: DaySheet;
  clanId: string;
  block: string[][];
  /** The column of the chosen cell. */
  column: number;
  /** Why a locked day is changed. */
  reason: string | null;
  onByPosition: () => void;
  onClose: () => void;
}

/** A pasted block that may name players: nothing is written before somebody saw who is meant. */
export function PasteCheck(props: PasteCheckProps) {
  const { sheet, clanId, block, column } = props;
  const query = useQuery({ ...membersQuery(clanId), select: toMembers });
  const roster = query.data;
  const latest = useMemo(() => roster && readPaste(sheet, roster, block, column), [sheet, roster, block, column]);
  // Whether it has names is decided once: a later roster must not paste by position what somebody is checking.
  const [first, setFirst] = useState(latest);
  if (first === undefined && latest !== undefined) setFirst(latest);
  const byPosition = useEffectEvent(() => pasteByPosition(props));
  useEffect(() => {
    if (first === null) byPosition();
  }, [first]);
  if (first === null) return null;
  return <PasteDialog {...props} query={query} paste={latest ?? first ?? unread} />;
}

/** While the roster is on the way. */
const unread: NamedPaste = { rows: [], columns: [] };

function pasteByPosition({ onByPosition, onClose }: Pick<PasteCheckProps, "onByPosition" | "onClose">): void {
  onClose();
  onByPosition();
}

type Standing = "replace" | "keep";

interface PasteDialogProps extends PasteCheckProps {
  query: UseQueryResult<Member[]>;
  paste: NamedPaste;
}

function PasteDialog(props: PasteDialogProps) {
  const { sheet, query, paste, onClose } = props;
  const [decisions, setDecisions] = useState<ReadonlyMap<string, RowDecision>>(new Map());
  const [standing, setStanding] = useState<Standing>("replace");
  const keeps = standing === "keep";
  const rows = paste.rows.map((row) => toChecked(sheet, paste, row, decisions.get(row.name) ?? firstDecision(row)));
  const count = rows.flatMap(({ cells }) => editsOf(cells, 0, keeps)).length;
  const write = useWritePaste(props, rows, keeps);
  const { leave, question } = useLeave(
    useChanges([[...decisions], standing], write.isPending || write.isSuccess),
    onClose,
  );
  return (
    <Dialog
      title="Paste by name"
      size="page"
      onClose={leave}
      footer={
        <>
          {!query.isPending && (
            <Button variant="plain" className={styles.byPosition} onClick={() => pasteByPosition(props)}>
              Paste by position instead
            </Button>
          )}
          <Button onClick={leave}>Cancel</Button>
          {query.data && (
            <Button variant="primary" disabled={count === 0} busy={write.isPending} onClick={() => write.mutate()}>
              {count === 0 ? "Nothing to paste" : `Paste ${plural(count, "value")}`}
            </Button>
          )}
        </>
      }
    >
      {question}
      <AsyncSection query={query} what="The roster" lines={6}>
        {() => (
          <>
            <Problems problems={write.data?.problems ?? []} />
            <Muted as="p">
              A column holds names, so the rows go to these players, wherever they stand in the grid.
            </Muted>
            <Row between>
              <Findings rows={rows} />
              <Select
                label="Existing values"
                value={standing}
                onChange={(value) => setStanding(value)}
                options={[
                  { value: "keep", label: "keep" },
                  { value: "replace", label: "replace with the pasted value" },
                ]}
              />
            </Row>
            <PasteTable
              sheet={sheet}
              paste={paste}
              rows={rows}
              onDecide={(name, decision) => setDecisions(new Map(decisions).set(name, decision))}
            />
            <ErrorMessage error={write.error} />
          </>
        )}
      </AsyncSection>
    </Dialog>
  );
}

function toChecked(sheet: DaySheet, paste: NamedPaste, row: PastedRow, decision: RowDecision): CheckedRow {
  const player = playerOf(row, decision);
  const at = player === null || player === "new" ? -1 : sheet.members.findIndex(({ id }) => id === player.id);
  const memberRow = at === -1 ? null : at;
  // Somebody who is not on the roster of this day has no row to write to.
  const cells = player === "new" || memberRow !== null ? cellsOf(sheet, paste, row, memberRow) : [];
  return { row, decision, player, cells, memberRow };
}

/** What the server did not take of what was to be pasted. */
function Problems({ problems }: { problems: string[] }) {
  if (problems.length === 0) return null;
  return (
    <Notice tone="danger" role="alert">
      <p>Not everything could be pasted:</p>
      <ul>
        {problems.map((problem) => (
          <li key={problem}>{problem}</li>
        ))}
      </ul>
    </Notice>
  );
}

function Findings({ rows }: { rows: CheckedRow[] }) {
  const cells = rows.flatMap((row) => row.cells);
  const added = cells.filter(({ input, before }) => input && before === null).length;
  const replaced = cells.filter(({ before }) => before !== null).length;
  const questions = rows.filter(({ row }) => row.member && !row.isExact).length;
  const unknown = rows.filter(({ row }) => !row.member).length;
  const refused = cells.filter(({ problem }) => problem !== null).length;
  return (
    <Row gap={2}>
      {added > 0 && <Badge tone="success">{plural(added, "new value")}</Badge>}
      {replaced > 0 && <Badge tone="success">{formatNumber(replaced)} replace a value</Badge>}
      {questions > 0 && <Badge tone="warning">{plural(questions, "question")}</Badge>}
      {unknown > 0 && <Badge>{plural(unknown, "unknown player")}</Badge>}
      {refused > 0 && <Badge tone="warning">{formatNumber(refused)} cannot be written</Badge>}
    </Row>
  );
}

interface PasteTableProps {
  sheet: DaySheet;
  paste: NamedPaste;
  rows: CheckedRow[];
  onDecide: (name: string, decision: RowDecision) => void;
}

function PasteTable({ sheet, paste, rows, onDecide }: PasteTableProps) {
  const columns = paste.columns.filter((column): column is number => column !== null);
  const questionsFirst = rows.toSorted((a, b) => Number(a.row.isExact) - Number(b.row.isExact));
  return (
    <FramedTable label="Pasted lines" className={styles.paste}>
      <thead>
        <tr>
          <th scope="col">Pasted</th>
          <th scope="col">Player</th>
          {columns.map((column) => {
            const activity = sheet.activities[column];
            return (
              <th key={column} scope="col" data-number>
                {activity && <MarkedName {...activity} name={activity.short_label} />}
              </th>
            );
          })}
        </tr>
      </thead>
      <tbody>
        {questionsFirst.map((checked, index) => (
          // The same name may be there twice.
          // oxlint-disable-next-line react/no-array-index-key
          <tr key={index} data-open={!checked.row.isExact || undefined}>
            <td>{checked.row.name}</td>
            <td>
              <Player {...checked} onDecide={(decision) => onDecide(checked.row.name, decision)} />
            </td>
            {columns.map((column) => (
              <td key={column} data-number>
                <PastedValue cell={checked.cells.find((cell) => cell.column === column)} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </FramedTable>
  );
}

function PastedValue({ cell }: { cell: PastedCell | undefined }) {
  if (!cell) return null;
  if (cell.problem !== null) {
    return (
      <Text tone="danger" title={cell.problem}>
        {cell.text}
        <span className="visually-hidden"> {cell.problem}</span>
      </Text>
    );
  }
  return (
    <>
      {cell.before !== null && (
        <del>
          <Text dim>{cell.before}</Text>
        </del>
      )}{" "}
      {cell.shown}
    </>
  );
}

function Player({ row, decision, memberRow, onDecide }: CheckedRow & { onDecide: (decision: RowDecision) => void }) {
  const { member } = row;
  if (!member || (!row.isExact && !decision.isSame)) {
    return (
      <Row gap={2}>
        {member ? (
          <Button size="sm" onClick={() => onDecide({ ...decision, isSame: true, isNew: false })}>
            It is {member.name}
          </Button>
        ) : (
          <Muted>unknown</Muted>
        )}
        <ViewSwitch
          label={row.name}
          options={{ add: "Add as a new player", leave: "Leave out" }}
          value={decision.isNew ? "add" : "leave"}
          onChange={(choice) => onDecide({ ...decision, isNew: choice === "add" })}
        />
      </Row>
    );
  }
  return (
    <>
      <Row gap={2}>
        <Avatar name={member.name} color={member.tint} size={24} />
        <strong>{member.name}</strong>
        {memberRow === null && <Muted>not on this day</Muted>}
        {!row.isExact && (
          <ViewSwitch<"yes" | "no">
            label={`${row.name} is ${member.name}`}
            options={{ yes: "Yes", no: "No" }}
            value="yes"
            onChange={(choice) => onDecide({ ...decision, isSame: choice === "yes" })}
          />
        )}
      </Row>
      {!row.isExact && (
        <Checkbox
          label={`remember “${row.name}” as an alias`}
          checked={decision.remember}
          onChange={(remember) => onDecide({ ...decision, remember })}
        />
      )}
    </>
  );
}
