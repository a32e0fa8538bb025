import { gameChange, gameDraft, type GameDraft, type ManagedGame } from "@clanhall/contract/admin-games";
import { CallError } from "../../lib/call-error.ts";
import { randomId } from "../../lib/random-id.ts";
import { type TemplateFields, toTemplate, toTemplateFields } from "./template-fields.ts";

type Server = ManagedGame["servers"][number];
/** Rows of a form can be taken out from between others, so each has a name of its own. */
export type ServerFields = Server & { row: string };

/** What the form of a game holds: numbers as they are typed. */
export interface GameFields {
  name: string;
  slug: string;
  icon: string;
  is_active: boolean;
  week_start: number;
  servers: ServerFields[];
  templates: TemplateFields[];
}

/** Messages by where they belong, such as "servers.0.label". */
export type GameProblems = Record<string, string>;
export type FullDraft = Required<GameDraft>;

export function newFields(): GameFields {
  return { name: "", slug: "", icon: "", is_active: true, week_start: 1, servers: [newServer()], templates: [] };
}

export function newServer(): ServerFields {
  return { row: randomId(), label: "Worldwide", time_zone: "UTC", reset_time: "00:00", reset_in_utc: true };
}

export function toFields({ name, slug, icon, is_active, week_start, servers, templates }: ManagedGame): GameFields {
  return {
    name,
    slug,
    icon,
    is_active,
    week_start,
    servers: servers.map((server) => ({ ...server, row: randomId() })),
    templates: templates.map(toTemplateFields),
  };
}

/** Small letters, digits and single hyphens: what an address can hold. */
export function toSlug(name: string): string {
  const plain = name.normalize("NFKD").replace(/\p{M}+/gu, "");
  return plain
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, 60)
    .replace(/^-|-$/g, "");
}

export function toDraft({ servers, templates, ...fields }: GameFields): FullDraft {
  return { ...fields, servers: servers.map(toServer), templates: templates.map(toTemplate) };
}

function toServer({ label, time_zone, reset_time, reset_in_utc }: ServerFields): Server {
  return { label, time_zone, reset_time, reset_in_utc };
}

/** Those fields that mean something else now. */
export function changeOf(before: GameFields, after: GameFields): Partial<FullDraft> {
  const [old, fresh] = [toDraft(before), toDraft(after)];
  const changed = (Object.keys(fresh) as (keyof FullDraft)[]).filter((name) => !isSame(old[name], fresh[name]));
  return Object.fromEntries(changed.map((name) => [name, fresh[name]]));
}

/** Whether both changed the same field, and not to the same. */
export function doCollide(mine: Partial<FullDraft>, theirs: Partial<FullDraft>): boolean {
  const fields = Object.keys(mine) as (keyof FullDraft)[];
  return fields.some((name) => name in theirs && !isSame(mine[name], theirs[name]));
}

function isSame(one: unknown, other: unknown): boolean {
  return write(one) === write(other);
}

/** Not a number reads as nothing in JSON. */
function write(value: unknown): string {
  return JSON.stringify(value, (_name, part: unknown) => (Number.isNaN(part) ? "not a number" : part));
}

export function checkDraft(draft: GameDraft): GameProblems {
  return problemsOf(gameDraft.safeParse(draft).error?.issues);
}

export function checkChange(change: Partial<FullDraft>): GameProblems {
  return problemsOf(gameChange.safeParse({ ...change, version: 1 }).error?.issues);
}

interface Issue {
  code: string;
  path: PropertyKey[];
  message: string;
}

function problemsOf(issues: Issue[] = []): GameProblems {
  const found = issues.map(({ code, path, message }) => [
    path.join("."),
    code === "invalid_type" ? "Enter a number." : message,
  ]);
  return Object.fromEntries(found.toReversed());
}

/** What the server found wrong with single fields; null where it said something else. */
export function refusedFields(error: unknown): GameProblems | null {
  if (!(error instanceof CallError) || error.details.length === 0) return null;
  return Object.fromEntries(error.details.map(({ path, message }) => [path, message]));
}
