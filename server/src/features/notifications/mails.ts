import type { Db } from "../../db/tables.ts";
import type { Reader } from "./queries.ts";

/** What a mail says before it is put into its form. */
export interface Words {
  subject: string;
  title: string;
  paragraphs: string[];
  button: string;
  /** Where in the product more is to be found. */
  path: string;
}

export interface LetterScene {
  db: Db;
  clan: { id: string; name: string; grace_days: number };
  now: Date;
}

/** What somebody is told; null for who is told nothing. */
type Letter = (reader: Reader) => Words | null;

/** The letter as things stand now; null when there is nothing to say any more. */
export type WriteLetter = (scene: LetterScene, subject: string) => Promise<Letter | null>;
