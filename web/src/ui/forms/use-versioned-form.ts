import { useMutation } from "@tanstack/react-query";
import {
  type ChangeEvent,
  type RefObject,
  type SyntheticEvent,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import type { z } from "zod";
import { ApiError, hasStatus, wantsSecondFactor } from "../../lib/api-errors.ts";
import { asRecord } from "../../lib/compat/read-answer.ts";
import { writeStored } from "../../lib/shared/storage.ts";
import { useIdempotencyKey, useWhileMounted } from "../../lib/hooks.ts";
import type { Conflict } from "../core/field.tsx";
import {
  createFieldMap,
  edit,
  type FieldMap,
  findErrors,
  type FormState,
  keepMine,
  listChanges,
  listConflicts,
  readDraft,
  rebase,
  settle,
  startState,
  takeTheirs,
  toConflictText,
  toServerErrors,
  type Versioned,
  writeDraft,
} from "./versioned-form-state.ts";

export interface VersionedFormOptions<Row extends Versioned, Fields extends object, Body extends object> {
  /** Null creates. A newer one is taken in around what was typed. */
  row: Row | null;
  toFields: (row: Row) => Fields;
  initial: () => Fields;
  /** What the fields mean; conflicts are found for each key of it. */
  toBody: (fields: Fields) => Body;
  /** Keys that several fields hold together, such as `period: ["kind", "from", "to"]`. */
  parts?: { [Key in keyof NoInfer<Body>]?: (keyof NoInfer<Fields>)[] };
  schema: z.ZodType;
  labels: Record<keyof NoInfer<Body>, string>;
  /** How their value is written in a conflict, where it does not speak for itself. */
  show?: { [Key in keyof NoInfer<Body>]?: (value: Body[Key]) => string };
  create?: (body: Body, idempotencyKey: string) => Promise<Row>;
  save?: (change: Partial<Body> & Versioned, fields: Fields) => Promise<Row>;
  /** The field that a path of the schema or of the server belongs to; without it the first segment names it. */
  pathToField?: (path: string[], fields: Fields) => string;
  /** Keeps unsaved input on this device under this name. */
  draftKey?: string;
  /** Whether the form is still there or not: what was sent counts. */
  onSaved: (row: Row) => void;
  /** Closes what the form stands in, once it is saved and still there. */
  onClose?: () => void;
}

/** The row as a list has it by now, where that is newer than the one that was opened. */
export function newestOf<Row extends Versioned & { id: string }>(row: Row | null, rows: Row[] = []): Row | null {
  const listed = rows.find(({ id }) => id === row?.id);
  return row && listed && listed.version > row.version ? listed : row;
}

export type VersionedForm<Fields extends object> = ReturnType<typeof useVersionedForm<Versioned, Fields, object>>;

/**
 * Edits a row that others may change at the same time: only what was changed here is sent, what they changed elsewhere
 * appears, and only where both changed the same the person is asked, for that field alone.
 */
export function useVersionedForm<Row extends Versioned, Fields extends object, Body extends object>(
  options: VersionedFormOptions<Row, Fields, Body>,
) {
  const { row, draftKey, schema } = options;
  const map = createFieldMap(options);
  const element = useRef<HTMLFormElement>(null);
  const [state, update, latest] = useLatest(() => firstState(options));
  const send = useSend(options, { map, update, latest });
  const changed = listChanges(map, state.base.fields, state.values);
  const isDirty = changed.length > 0;
  const errors = { ...state.serverErrors, ...(state.isChecked && findErrors(map, state, schema)) };

  useNewerRow(row, (newer) => update((before) => rebase(map, before, newer, null)), latest);
  useStored(draftKey, writeDraft(map, state));
  useFocusOnFailure(element, state.failures, () => update((before) => ({ ...before, isUnshown: true })));

  return {
    ...fieldProps(options, { map, state, update, errors }),
    values: state.values,
    /** What is wrong, by its path. */
    errors,
    /** What is wrong and belongs to no field, or to none that can be seen. */
    formErrors: Object.keys(errors)
      .filter((path) => state.isUnshown || map.fieldOf(path, state.values) === null)
      .map((path) => errors[path] ?? ""),
    /** No field shows what has to be mended or decided. */
    isUnshown: state.isUnshown,
    wrongFields: Object.keys(errors).length,
    /** The keys that would be sent. */
    changed,
    isDirty,
    /** As `isDirty`, also between a change and the next drawing. */
    hasChanges: () => listChanges(map, latest.current.base.fields, latest.current.values).length > 0,
    isKept: draftKey !== undefined,
    /** What was typed on an earlier visit is here again. */
    isRestored: state.isRestored && isDirty,
    isPending: state.isPending,
    isSaved: state.isSaved,
    /** The row is gone, or the right to change it: nothing can be saved any more. */
    isBlocked: isLost(state.error),
    error: state.error,
    formProps: {
      ref: element,
      noValidate: true as const,
      onSubmit: (event: SyntheticEvent) => {
        event.preventDefault();
        void send();
      },
    },
    /** Back to what is stored, without what was typed. */
    reset: () => update(() => startState(row, row ? options.toFields(row) : options.initial())),
  };
}

type Update<Fields> = (change: (before: FormState<Fields>) => FormState<Fields>) => void;

interface Parts<Row, Fields> {
  map: FieldMap<Row, Fields>;
  update: Update<Fields>;
}

interface Shown<Row, Fields> extends Parts<Row, Fields> {
  state: FormState<Fields>;
  errors: Record<string, string>;
}

type NamesOf<Fields, Value> = { [Name in keyof Fields]: Fields[Name] extends Value ? Name : never }[keyof Fields];
type TextChange = ChangeEvent<HTMLInputElement | HTMLTextAreaElement>;

/** What the controls of the form are given. */
function fieldProps<Row extends Versioned, Fields extends object, Body extends object>(
  { labels, show = {} }: VersionedFormOptions<Row, Fields, Body>,
  { map, state, update, errors }: Shown<Row, Fields>,
) {
  const { values, base } = state;
  const open = listConflicts(map, state);
  const set = (change: Partial<Fields>) => update((before) => edit(map, before, change));
  const setOne = (name: keyof Fields, value: unknown) => set({ [name]: value } as Partial<Fields>);
  const toConflict = (key: string): Conflict => ({
    text: toConflictText(state.open[key] ?? null, map.toBody(base.fields)[key], show[key as keyof Body]),
    onKeep: () => update((before) => keepMine(before, key)),
    onTake: () => update((before) => takeTheirs(map, before, key)),
  });
  const errorOf = (name: keyof Fields) =>
    errors[Object.keys(errors).find((path) => map.fieldOf(path, values) === name) ?? ""];
  const conflictOf = (name: keyof Fields) => {
    const key = open.find((one) => map.fieldsOf(one)[0] === name);
    return key === undefined ? undefined : toConflict(key);
  };
  const field = <Name extends keyof Fields>(name: Name) => ({
    name: String(name),
    value: values[name],
    error: errorOf(name),
    conflict: conflictOf(name),
    onChange: (value: Fields[Name]) => setOne(name, value),
  });
  return {
    set,
    /** For what is typed: its `onChange` takes the event. */
    text: (name: NamesOf<Fields, string>) => ({
      ...field(name),
      value: values[name] as string,
      onChange: ({ currentTarget }: TextChange) => setOne(name, currentTarget.value),
    }),
    number: field,
    date: field,
    select: field,
    list: field,
    check: (name: NamesOf<Fields, boolean>) => ({
      name: String(name),
      checked: values[name] as boolean,
      error: errorOf(name),
      onChange: (checked: boolean) => setOne(name, checked),
    }),
    /** For controls that show a conflict otherwise than a field does. */
    conflictOf,
    conflicts: open.map((key): Conflict & { key: string; label: string } => ({
      key,
      label: labels[key as keyof Body],
      ...toConflict(key),
    })),
  };
}

/** State that an answer which comes later can read as it is then. */
function useLatest<Fields>(first: () => FormState<Fields>) {
  const [state, setState] = useState(first);
  const latest = useRef(state);
  const update: Update<Fields> = (change) => {
    latest.current = change(latest.current);
    setState(latest.current);
  };
  return [state, update, latest] as const;
}

function firstState<Row extends Versioned, Fields extends object, Body extends object>({
  row,
  toFields,
  initial,
  draftKey,
}: VersionedFormOptions<Row, Fields, Body>): FormState<Fields> {
  const fields = row ? toFields(row) : initial();
  const draft = draftKey === undefined ? null : readDraft(draftKey, row !== null, fields);
  return { ...startState(row, fields), ...draft, isRestored: draft !== null };
}

interface Sending<Row, Fields> extends Parts<Row, Fields> {
  latest: RefObject<FormState<Fields>>;
}

/** Checks the form and sends it, once however often it is pressed. */
function useSend<Row extends Versioned, Fields extends object, Body extends object>(
  options: VersionedFormOptions<Row, Fields, Body>,
  sending: Sending<Row, Fields>,
) {
  const { map, update, latest } = sending;
  const keyOf = useIdempotencyKey();
  const close = useWhileMounted(() => options.onClose?.());
  // What is sent may be secret, so it is not kept; without a connection it fails instead of waiting for one.
  const call = useMutation({
    gcTime: 0,
    networkMode: "always",
    mutationFn: (work: () => Promise<Row | null>) => work(),
  });
  const refuse = (serverErrors: Record<string, string> = {}) =>
    update((now) => ({ ...now, serverErrors, isPending: false, isUnshown: false, failures: now.failures + 1 }));
  return async () => {
    const before = latest.current;
    if (before.isPending || isLost(before.error)) return;
    update((now) => ({ ...now, isChecked: true, isSaved: false, serverErrors: {}, error: null }));
    const errors = findErrors(map, before, options.schema);
    if (listConflicts(map, before).length + Object.keys(errors).length > 0) return refuse();
    update((now) => ({ ...now, isPending: true, sent: now.values }));
    try {
      const saved = await call.mutateAsync(() =>
        options.row ? saveChange(options, sending) : addRow(options, before, keyOf),
      );
      if (!saved) return refuse();
      if (options.draftKey !== undefined) writeStored(options.draftKey, null);
      update((now) => settle(map, now, saved));
      options.onSaved(saved);
      close();
    } catch (error) {
      const serverErrors = toServerErrors(error);
      if (serverErrors) refuse(serverErrors);
      else update((now) => ({ ...now, error, isPending: false }));
    }
  };
}

async function addRow<Row extends Versioned, Fields extends object, Body extends object>(
  { create, toBody }: VersionedFormOptions<Row, Fields, Body>,
  { values }: FormState<Fields>,
  keyOf: (body: unknown) => string,
): Promise<Row | null> {
  const body = toBody(values);
  return create ? create(body, keyOf(body)) : null;
}

/** What they changed meanwhile is taken in, and mine sent again once; null where something of it has to be decided. */
async function saveChange<Row extends Versioned, Fields extends object, Body extends object>(
  { row, save, toBody }: VersionedFormOptions<Row, Fields, Body>,
  { map, update, latest }: Sending<Row, Fields>,
): Promise<Row | null> {
  const send = async (known: Row | null) => {
    const { base, values } = latest.current;
    const keys = listChanges(map, base.fields, values) as (keyof Body)[];
    if (keys.length === 0 || !save) return known;
    const body = toBody(values);
    const changed = Object.fromEntries(keys.map((key) => [key, body[key]])) as Partial<Body>;
    return save({ ...changed, version: base.version ?? 0 }, values);
  };
  try {
    return await send(row);
  } catch (error) {
    const current = toCurrent(error) as Row | null;
    if (!current) throw error;
    const changedBy = error instanceof ApiError ? (error.changedBy ?? null) : null;
    update((before) => rebase(map, before, current, changedBy));
    update((now) => ({ ...now, sent: now.values }));
    return listConflicts(map, latest.current).length > 0 ? null : send(current);
  }
}

/** What a stale save collided with, if that is what happened. */
function toCurrent(error: unknown): unknown {
  if (!(error instanceof ApiError) || error.status !== 409) return null;
  return typeof asRecord(error.current).version === "number" ? error.current : null;
}

function isLost(error: unknown): boolean {
  return hasStatus(error, 403, 404) && !wantsSecondFactor(error);
}

/** Before anything is drawn: nobody is to see what is no longer so. */
function useNewerRow<Row extends Versioned, Fields>(
  row: Row | null,
  onNewer: (row: Row) => void,
  latest: RefObject<FormState<Fields>>,
) {
  useLayoutEffect(() => {
    const { base, isPending } = latest.current;
    if (row && !isPending && row.version > (base.version ?? row.version)) onNewer(row);
  });
}

/** Kept before the next key is pressed, which may close the form. */
function useStored(draftKey: string | undefined, text: string | null) {
  useLayoutEffect(() => {
    if (draftKey !== undefined) writeStored(draftKey, text);
  }, [draftKey, text]);
}

const wrong =
  '[aria-invalid="true"], [data-wrong] :is(input, select, button), [role="group"][aria-label^="Conflict"] button';

/** Puts the person at the first of what has to be mended or decided, in the order of the page. */
function useFocusOnFailure(element: RefObject<HTMLFormElement | null>, failures: number, onUnshown: () => void) {
  const handled = useRef(failures);
  useEffect(() => {
    if (handled.current === failures) return;
    handled.current = failures;
    const first = element.current?.querySelector<HTMLElement>(wrong);
    if (first) first.focus();
    else onUnshown();
  });
}
