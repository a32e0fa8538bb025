import { type BulletinChange, type BulletinDraft, bulletinDraft } from "@clanhall/contract/bulletin-drafts";
import { fieldProblems } from "../../lib/schema-rule.ts";
import { type BulletinFields, type FullDraft, newFields, toDraft } from "./fields.ts";

type Field = keyof BulletinFields;
/** What is wrong, by the field's name. */
export type FieldProblems = Partial<Record<Field, string>>;
/** Those settings that are others now. */
export type Changed = Partial<FullDraft>;

export function changeOf(before: BulletinFields, after: BulletinFields): Changed {
  const [old, fresh] = [toDraft(before), toDraft(after)];
  const changed = (Object.keys(fresh) as (keyof FullDraft)[]).filter((name) => old[name] !== fresh[name]);
  return Object.fromEntries(changed.map((name) => [name, fresh[name]]));
}

/** Whether both changed the same setting, and not to the same. */
export function doCollide(mine: Changed, theirs: Changed): boolean {
  const names = Object.keys(mine) as (keyof FullDraft)[];
  return names.some((name) => name in theirs && mine[name] !== theirs[name]);
}

/** Theirs, with those of one's own changes that they did not touch. */
export function mergeFields(base: BulletinFields, mine: BulletinFields, theirs: BulletinFields): BulletinFields {
  const [own, other] = [changeOf(base, mine), changeOf(base, theirs)];
  const kept = (Object.keys(own) as (keyof FullDraft)[]).filter((name) => !(name in other));
  const parts = kept.flatMap((name): Field[] => partsOf[name] ?? [name]);
  return { ...theirs, ...Object.fromEntries(parts.map((part) => [part, mine[part]])) };
}

/** Settings that the form holds in several parts. */
const partsOf: Partial<Record<keyof FullDraft, Field[]>> = {
  publish_at: ["when", "publish_at"],
  expires_at: ["ends", "expires_at"],
};

/** A new one; without a word about when, it is published at once. */
export function toCreation({ publish_at, ...draft }: FullDraft): BulletinDraft {
  return isWord(publish_at) ? draft : { ...draft, publish_at };
}

/** Any moment that has passed means now. */
export function toChange({ publish_at, ...changed }: Changed, passedMoment: string): BulletinChange {
  if (publish_at === undefined) return changed;
  return { ...changed, publish_at: isWord(publish_at) ? passedMoment : publish_at };
}

function isWord(publish_at: string | null): boolean {
  return publish_at === "now" || publish_at === "kept";
}

/** What is wrong with the bulletin as it is typed, in the contract's words. */
export function checkDraft(draft: FullDraft): FieldProblems {
  const found: FieldProblems = {};
  for (const { path, message } of bulletinDraft.safeParse(toCreation(draft)).error?.issues ?? []) {
    found[String(path[0]) as Field] ??= message;
  }
  return found;
}

/** What the server found wrong with single fields; null where it said something else. */
export function refusedFields(error: unknown): FieldProblems | null {
  return fieldProblems(error, newFields);
}
