import type { PersonalData } from "./field.ts";

export interface MemberField {
  /** Lists of names and texts are columns of `clan_members`, and all code treats them alike. */
  kind: "name" | "list" | "text" | "date" | "periods" | "member";
  label: string;
  /** The heading of its column in the CSV file of the roster. */
  csv: string;
  /** What people write above such a column of a list that they import; null where it cannot be imported. */
  importHeader: RegExp | null;
  /** What two rows of one player become. */
  merge: "keep" | "first-filled" | "join" | "earliest";
  /** How many names a list has at most, or characters a text. */
  max?: number;
  /** What the message calls a text that is too long. */
  what?: string;
  /** What only managers see stays out of the audit, too: it records that it changed, and not from what to what. */
  seenBy: "members" | "managers";
  /** What the audit log and the timeline call it. */
  audit: string;
  /** What the privacy page calls it. */
  privacy: string;
  personal: PersonalData | null;
}

const inClan = { export: "clans", privacy: "clan" } as const;

/** All that is known about the fields of a player. Schemas are made of it elsewhere, so that a label brings none along. */
export const memberFields = {
  name: {
    kind: "name",
    label: "Name",
    csv: "Name",
    importHeader: /^(names?|players?|player names?|members?|member names?|user\w*|ign|in.?game name|account)$/i,
    merge: "keep",
    seenBy: "members",
    audit: "name",
    privacy: "player name",
    personal: { erase: "Former member", ...inClan },
  },
  aliases: {
    kind: "list",
    label: "Aliases",
    csv: "Aliases",
    importHeader: /^(alias|aliases|nick\w*|also known.*|aka)$/i,
    merge: "join",
    max: 10,
    seenBy: "members",
    audit: "aliases",
    privacy: "aliases",
    personal: { erase: [], ...inClan },
  },
  groups: {
    kind: "list",
    label: "Groups",
    csv: "Groups",
    importHeader: /^(groups?|teams?|squads?|ranks?|tags?)$/i,
    merge: "join",
    max: 10,
    seenBy: "members",
    audit: "groups",
    privacy: "groups",
    personal: { erase: [], ...inClan },
  },
  joined_on: {
    kind: "date",
    label: "Joined on",
    csv: "Joined",
    importHeader: /^(joined.*|join date|member since|since|date)$/i,
    merge: "earliest",
    seenBy: "members",
    audit: "joined date",
    privacy: "joining date",
    personal: null,
  },
  public_note: {
    kind: "text",
    label: "Public note",
    what: "The note",
    max: 500,
    csv: "Note",
    importHeader: /^(notes?|public notes?|comments?|remarks?)$/i,
    merge: "first-filled",
    seenBy: "members",
    audit: "note",
    privacy: "notes by your clan",
    personal: { erase: "", ...inClan },
  },
  officer_note: {
    kind: "text",
    label: "Officers’ note",
    what: "The officers' note",
    max: 500,
    csv: "Officers' note",
    importHeader: /^(officers?.?\s*notes?|private notes?|internal.*)$/i,
    merge: "first-filled",
    seenBy: "managers",
    audit: "officers' note",
    privacy: "notes by your clan",
    personal: { erase: "", ...inClan, export: null },
  },
  away: {
    kind: "periods",
    label: "Away",
    csv: "Away until",
    importHeader: null,
    merge: "keep",
    seenBy: "members",
    audit: "away periods",
    privacy: "time away with its reason",
    personal: { erase: null, ...inClan },
  },
  main_member_id: {
    kind: "member",
    label: "Main player",
    csv: "Main player",
    importHeader: null,
    merge: "keep",
    seenBy: "members",
    audit: "main player",
    privacy: "main player",
    personal: null,
  },
} as const satisfies Record<string, MemberField>;

type Fields = typeof memberFields;
export type MemberFieldName = keyof Fields;
type NamesOf<Kind> = { [Name in MemberFieldName]: Fields[Name]["kind"] extends Kind ? Name : never }[MemberFieldName];
export type MemberText = NamesOf<"text">;
export type MemberList = NamesOf<"list">;
/** Texts that plain members read too. */
type OpenText = { [Name in MemberText]: Fields[Name]["seenBy"] extends "members" ? Name : never }[MemberText];
/** Texts as a reader gets them: null where they may not see them. */
export type ReadTexts<Open, Hidden> = { [Name in MemberText]: Name extends OpenText ? Open : Hidden };

export const memberFieldNames = Object.keys(memberFields) as MemberFieldName[];
const namesOf = (kind: MemberField["kind"]) => memberFieldNames.filter((name) => memberFields[name].kind === kind);
export const memberTexts = namesOf("text") as MemberText[];
export const memberLists = namesOf("list") as MemberList[];
/** What a list of players that is imported can say. */
export const importFields = memberFieldNames.filter((name) => memberFields[name].importHeader !== null) as Exclude<
  MemberFieldName,
  NamesOf<"periods" | "member">
>[];

export function isForManagers(name: string): boolean {
  return memberFieldNames.some((field) => field === name && memberFields[field].seenBy === "managers");
}
