import { parseCsv } from "@clanhall/contract/csv";
import { mapFields } from "@clanhall/contract/fields/field";
import { importFields, memberFields } from "@clanhall/contract/fields/member-fields";
import { manyMembersMax } from "@clanhall/contract/members";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useId, useMemo, useState } from "react";
import { formatFullDate, plural, toDateInput } from "../../lib/format.ts";
import { useWhileMounted } from "../../lib/hooks.ts";
import { mutateEach } from "../../lib/mutations.ts";
import { guessDateOrder, readDate } from "../../lib/read-date.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Muted, Row, Stack, Text } from "../../ui/core/layout.tsx";
import { ErrorMessage } from "../../ui/core/notice.tsx";
import { Button } from "../../ui/core/button.tsx";
import { Checkbox, Radio } from "../../ui/core/checkbox.tsx";
import { FieldError } from "../../ui/core/field.tsx";
import { DayField } from "../../ui/day-field.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Textarea } from "../../ui/fields.tsx";
import { useChanges, useLeave } from "../../ui/forms/form-dialog.tsx";
import { ColumnMapping, FileSource } from "../../ui/forms/file-import.tsx";
import { useLateError } from "../../ui/late-error.ts";
import { useNow } from "../../ui/relative-time.tsx";
import { type ImportAnswer, type ImportInput, importCheckQuery, useImport } from "./api.ts";
import styles from "./members.module.css";

interface MemberImportProps {
  clanId: string;
  onAdded: (count: number) => void;
  onClose: () => void;
}

/** How long nobody types before the list is checked. */
const checkAfterMs = 300;

/** A list becomes players: on one side it is typed or pasted, on the other stands what would come of it. */
export function MemberImport({ clanId, onAdded, onClose }: MemberImportProps) {
  const [text, setText] = useState("");
  const [table, setTable] = useState<ImportTable>(() => readTable(""));
  const [joinedOn, setJoinedOn] = useState("");
  const [answers, setAnswers] = useState<ReadonlyMap<string, Decision>>(new Map());
  const rows = useMemo(() => toImportRows(table, joinedOn), [table, joinedOn]);
  const problem = tableError(table);
  const settled = useSettled(rows);
  const isEmpty = text.trim() === "";
  const check = useQuery({
    ...importCheckQuery(clanId, settled),
    enabled: problem === null && settled.length > 0 && settled.length <= manyMembersMax,
    placeholderData: keepPreviousData,
  });
  const add = useImport(clanId);
  const close = useWhileMounted(onClose);
  const sayLate = useLateError("Import players");
  const { leave, question } = useLeave(useChanges(text, add.isPending), onClose);
  const checked = isEmpty || problem ? [] : (check.data?.rows ?? []);
  const plan = toPlan(checked, answers);
  const isCurrent = !isEmpty && problem === null && settled === rows && check.isSuccess && !check.isPlaceholderData;
  const read = (next: string) => {
    setText(next);
    setTable((before) => withChoices(readTable(next), before));
  };
  const save = () => {
    const onDone = ({ added }: ImportAnswer) => {
      onAdded(added);
      close();
    };
    mutateEach(add, { rows, dry_run: false, add_similar: plan.similar, alias_of: plan.aliases }, onDone, sayLate);
  };
  return (
    <Dialog
      title="Import players"
      size="xl"
      onClose={leave}
      footer={
        <>
          <Muted className={styles.promise}>Nothing is saved before you press Add.</Muted>
          <Button onClick={leave}>Cancel</Button>
          <Button
            variant="primary"
            disabled={!isCurrent || plan.added + plan.aliases.length === 0}
            busy={add.isPending}
            onClick={save}
          >
            {actionText(plan)}
          </Button>
        </>
      }
    >
      {question}
      <div className={styles.panes}>
        <Source text={text} onText={read} joinedOn={joinedOn} onJoinedOn={setJoinedOn} />
        <Stack as="section" gap={3} aria-label="What will be added" aria-busy={!isCurrent && !isEmpty}>
          {isEmpty && <Muted as="p">Type or paste names. What will be added shows here.</Muted>}
          {!isEmpty && <Columns table={table} onChange={setTable} />}
          {!isEmpty && problem && <FieldError role="alert">{problem}</FieldError>}
          <ErrorMessage error={add.error ?? check.error} />
          {checked.length > 0 && <Counts plan={plan} />}
          {checked.length > 0 && (
            <CheckedRows
              plan={plan}
              joinedOn={(index) => settled[index]?.joined_on}
              firstLine={table.hasHeader ? 2 : 1}
              onAnswer={(name, answer) => setAnswers((before) => new Map(before).set(name, answer))}
            />
          )}
        </Stack>
      </div>
    </Dialog>
  );
}

function actionText({ added, aliases }: Plan): string {
  if (added > 0) return `Add ${plural(added, "player")}`;
  return aliases.length > 0 ? `Add ${plural(aliases.length, "alias", "aliases")}` : "Nobody to add";
}

/** The value once it has not changed for a moment. */
function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), checkAfterMs);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

interface SourceProps {
  text: string;
  onText: (text: string) => void;
  joinedOn: string;
  onJoinedOn: (day: string) => void;
}

function Source({ text, onText, joinedOn, onJoinedOn }: SourceProps) {
  const today = toDateInput(useNow());
  return (
    <Stack gap={3} className={styles.source}>
      <Textarea
        label="One player a line, or columns from a sheet"
        rows={12}
        placeholder={"Kara\nBram Ironfoot\nCorvin"}
        spellCheck={false}
        value={text}
        onChange={({ currentTarget }) => onText(currentTarget.value)}
      />
      <FileSource
        label="Or a CSV file, at most 1 MB"
        accept=".csv,.tsv,.txt,text/csv,text/plain,text/tab-separated-values"
        tooLarge="This file is larger than 1 MB. Save only the columns you need and try again."
        onText={onText}
      />
      <DayField
        label={labels.joined_on}
        hint="For players without a date in the list. Values can be entered from this day on. Empty: today."
        max={today}
        value={joinedOn}
        onChange={onJoinedOn}
      />
    </Stack>
  );
}

/** One column is names; of several it is said what they are taken for. */
function Columns({ table, onChange }: { table: ImportTable; onChange: (table: ImportTable) => void }) {
  const { cells, hasHeader, isHeaderGuessed, columns } = table;
  const lines = cells.slice(hasHeader ? 1 : 0);
  const isOne = columns.length === 1;
  return (
    <>
      <Muted as="p">
        {plural(lines.length, "line")}, read as {isOne ? "one column of names" : `${columns.length} columns`}.
      </Muted>
      {!isOne && (
        <ColumnMapping
          lines={lines}
          heading={hasHeader ? (cells[0] ?? []) : null}
          columns={columns}
          fields={labels}
          onChange={(index, field) => onChange(withColumn(table, index, field))}
        />
      )}
      {(!isOne || isHeaderGuessed) && (
        <Checkbox
          label="The first line is a heading"
          checked={hasHeader}
          onChange={(isChecked) => onChange({ ...table, hasHeader: isChecked })}
        />
      )}
    </>
  );
}

type ImportRow = ImportInput["rows"][number];
type ImportField = (typeof importFields)[number];

const labels = mapFields(importFields, (name) => memberFields[name].label);

/** A list as it was pasted or read, cut into cells, with what each column is taken for. */
interface ImportTable {
  cells: string[][];
  hasHeader: boolean;
  /** The first line looks like a heading. */
  isHeaderGuessed: boolean;
  /** One for each column; null for those that are left out. */
  columns: (ImportField | null)[];
}

function readTable(text: string): ImportTable {
  const cells = parseCsv(text);
  const width = Math.max(1, ...cells.map(({ length }) => length));
  const first = cells[0] ?? [];
  const guesses = Array.from({ length: width }, (_, index) => guessField(first[index] ?? ""));
  const hasHeader = guesses.some((field) => field !== null);
  const columns = guesses.map((field, index) => (field && guesses.indexOf(field) === index ? field : null));
  if (!columns.includes("name")) columns[columns.indexOf(null)] = "name";
  return { cells, hasHeader, isHeaderGuessed: hasHeader, columns };
}

/** What was chosen for the columns stays while the list is typed on, as long as they look the same. */
function withChoices(table: ImportTable, before: ImportTable): ImportTable {
  const isSame = table.columns.length === before.columns.length && table.cells[0]?.join() === before.cells[0]?.join();
  return isSame ? { ...table, hasHeader: before.hasHeader, columns: before.columns } : table;
}

function guessField(header: string): ImportField | null {
  return importFields.find((field) => memberFields[field].importHeader.test(header.trim())) ?? null;
}

/** Gives a column a meaning; whichever had it before is left out. */
function withColumn(table: ImportTable, index: number, field: ImportField | null): ImportTable {
  const columns = table.columns.map((other, at) => (at === index ? field : other === field ? null : other));
  return { ...table, columns };
}

/** With the day on which those joined of whom the list does not say it; "" leaves that to the clan's today. */
function toImportRows({ cells, hasHeader, columns }: ImportTable, joinedOn: string): ImportRow[] {
  const lines = cells.slice(hasHeader ? 1 : 0);
  const today = toDateInput(Date.now());
  const order = guessDateOrder(lines.map((line) => line[columns.indexOf("joined_on")] ?? ""));
  // What is no day stays as it is, and is refused with its line.
  const toDay = (text: string) => readDate(text, today, order) ?? text;
  return lines.map((line) => {
    const entries = columns.flatMap((field, index) => {
      const text = (line[index] ?? "").trim();
      if (!field || (text === "" && field !== "name")) return [];
      return [[field, field === "joined_on" ? toDay(text) : toValue(field, text)]];
    });
    return { ...(joinedOn !== "" && { joined_on: joinedOn }), ...Object.fromEntries(entries) } as ImportRow;
  });
}

function toValue(field: ImportField, text: string): string | string[] {
  if (memberFields[field].kind !== "list") return text;
  return text
    .split(/[;,|]/)
    .map((part) => part.trim())
    .filter(Boolean);
}

/** Why the list cannot be checked yet; null when it can. */
function tableError(table: ImportTable): string | null {
  const count = table.cells.length - (table.hasHeader ? 1 : 0);
  if (count < 1) return "There is no player in this list.";
  if (!table.columns.includes("name")) return "Say which column has the names.";
  if (count > manyMembersMax) return `Import at most ${plural(manyMembersMax, "player")} at once.`;
  return null;
}

type CheckedRow = ImportAnswer["rows"][number];

/** What becomes of a name that looks like another. */
type Decision = "two" | "same" | "alias";

interface Question {
  row: CheckedRow;
  decision: Decision;
}

interface Plan {
  questions: Question[];
  fresh: CheckedRow[];
  /** Not added, each with its reason. */
  leftOut: CheckedRow[];
  added: number;
  /** Rows that are added although they look like another, and those that become an alias. */
  similar: number[];
  aliases: number[];
}

/** Answers are kept by name: a line more above does not change them. */
function toPlan(rows: CheckedRow[], answers: ReadonlyMap<string, Decision>): Plan {
  const questions = rows
    .filter(({ state }) => state === "similar")
    .map((row) => ({ row, decision: answers.get(row.name) ?? ("two" as const) }));
  const indexesOf = (wanted: Decision) =>
    questions.filter(({ decision }) => decision === wanted).map(({ row }) => row.index);
  const fresh = rows.filter(({ state }) => state === "new");
  const similar = indexesOf("two");
  return {
    questions,
    fresh,
    leftOut: rows.filter(({ state }) => state === "exists" || state === "invalid"),
    added: fresh.length + similar.length,
    similar,
    aliases: indexesOf("alias"),
  };
}

function Counts({ plan: { fresh, questions, leftOut, added } }: { plan: Plan }) {
  return (
    <Row as="p" gap={2} role="status" aria-label={`${plural(added, "player")} to add`}>
      <Badge tone="success">{fresh.length} new</Badge>
      {questions.length > 0 && <Badge tone="warning">{plural(questions.length, "question")}</Badge>}
      {leftOut.length > 0 && <Badge>{leftOut.length} left out</Badge>}
    </Row>
  );
}

interface CheckedRowsProps {
  plan: Plan;
  joinedOn: (index: number) => string | undefined;
  /** Which line of the list the first row is. */
  firstLine: number;
  onAnswer: (name: string, answer: Decision) => void;
}

/** Questions first, then who is added, then who is not and why. */
function CheckedRows({ plan: { questions, fresh, leftOut }, joinedOn, firstLine, onAnswer }: CheckedRowsProps) {
  return (
    // A long list scrolls, so it has to be reachable for those who scroll by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <ul className={`${styles.checked} lined`} aria-label="The list" tabIndex={0}>
      {questions.map((question) => (
        <li key={question.row.index} className={styles.question}>
          <SimilarName {...question} firstLine={firstLine} onAnswer={(answer) => onAnswer(question.row.name, answer)} />
        </li>
      ))}
      {[...fresh, ...leftOut].map((row) => (
        <Row as="li" key={row.index} gap={2} nowrap className={styles.line} data-state={row.state}>
          <Avatar name={row.name || "?"} color={row.state === "new" ? (row.index % 8) + 1 : 0} size={24} />
          <Text
            dim={row.state === "new" ? undefined : true}
            weight={row.state === "new" ? 600 : 400}
            className={styles.name}
          >
            {row.name || "(no name)"}
          </Text>
          <span className={styles.state}>{lineText(row, joinedOn(row.index))}</span>
        </Row>
      ))}
    </ul>
  );
}

interface SimilarNameProps extends Question {
  firstLine: number;
  onAnswer: (answer: Decision) => void;
}

function SimilarName({ row, decision, firstLine, onAnswer }: SimilarNameProps) {
  const name = useId();
  const other = row.similar_to?.name ?? "someone";
  const where = row.similar_to?.index === undefined ? "on the roster" : `line ${row.similar_to.index + firstLine}`;
  const choices: [Decision, string][] = [
    ["two", "Two players"],
    ["same", "Same, leave out"],
    ["alias", `Alias of ${other}`],
  ];
  return (
    <fieldset>
      <legend>
        <strong>{row.name}</strong> looks like <strong>{other}</strong>, {where}. Are they two players?
      </legend>
      <Row gap={5}>
        {choices.map(([value, label]) => (
          <Radio key={value} label={label} name={name} checked={decision === value} onChange={() => onAnswer(value)} />
        ))}
      </Row>
    </fieldset>
  );
}

function lineText({ state, same_as, problem }: CheckedRow, joinedOn: string | undefined): string {
  if (state === "new") return joinedOn ? `new, joined ${formatFullDate(joinedOn)}` : "new";
  if (state === "invalid") return problem ?? "cannot be added";
  return same_as === undefined ? "already on the roster" : "twice in this list, added once";
}
