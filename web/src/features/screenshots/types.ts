/** A rectangle in pixels of the picture as it was chosen. */
export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** How the ink of a column is told from its ground: by brightness, or by nearly white fills with an outline. */
export type InkWay = "brightness" | "fill";

/** A column of numbers; `left`, `right` and `tall` are thousandths of the picture's width. */
interface ListColumn {
  left: number;
  right: number;
  /** Height of a digit. */
  tall: number;
  way: InkWay;
  /** From the middle of the row down to the middle of this number; left out where it is the middle. */
  dy?: number;
}

/** Where a list stands in its pictures, in thousandths of the width: it is the same at every scroll position. */
export interface ListGeometry {
  /** `dy`: from the middle of a row's number to the middle of its name, downwards. */
  names: { left: number; right: number; dy: number; tall: number };
  columns: ListColumn[];
  /** From one row to the next. */
  pitch: number;
}

/** A list found in one picture: enough to show coloured bands over its columns. */
export interface FoundList {
  geometry: ListGeometry;
  /** Texts above the list (title, tabs, column heads), by which a stored layout is known again. */
  signs: string[];
  /** Middle of each row, in pixels of the picture. */
  rows: number[];
  width: number;
  height: number;
}

/** Somebody whom a name in a picture may mean. */
export interface RosterMember {
  id: string;
  name: string;
  aliases: string[];
}

/** What a column counts, in the order of the geometry's columns. Columns that are not activities are not read. */
export type ColumnUse =
  | {
      kind: "activity";
      aggregate: "sum" | "best" | "latest";
      /** Values of the last 30 days by member, oldest first; members without any may be missing. */
      past: ReadonlyMap<string, number[]>;
    }
  | { kind: "rank" }
  | { kind: "ignore" };

export interface ReadOptions {
  roster: RosterMember[];
  /** Of a stored layout or of `findList`; without one it is that of the first picture that has a list. */
  geometry?: ListGeometry;
  /** Without them every column is read, and nothing is compared with the past. */
  columns?: ColumnUse[];
  onProgress?: (progress: ReadProgress) => void;
  /** Ends the reading at once; what is read of finished pictures is still answered. */
  signal?: AbortSignal;
}

export interface ReadProgress {
  /** The picture that is being read, from 1. */
  picture: number;
  pictures: number;
  /** Share of all the work that is done, 0 to 1. */
  share: number;
}

/** A member that a read name may mean; 0 is the same name. */
export interface NearMember {
  id: string;
  distance: number;
}

export interface ReadName {
  /** As it was read best. */
  text: string;
  /** Which picture, from 0, and where in it. */
  picture: number;
  box: Box;
  member: NearMember | null;
  /** The three nearest, best first, also when none of them is taken. */
  nearest: NearMember[];
  /** Why somebody must check it; empty when the name is sure. */
  reasons: string[];
}

export interface OfferedReading {
  text: string;
  value: number | null;
}

export interface ReadCell {
  /** Its index in the geometry's columns. */
  column: number;
  text: string;
  /** `12.4M` is 12400000; null for a dash, and where nothing that is a number was read. */
  value: number | null;
  /** Why somebody must check it, as sentences to show; empty when the value is sure. */
  reasons: string[];
  /** Other readings to choose from, at most three, best first. */
  offered: OfferedReading[];
  picture: number;
  box: Box;
}

/** One player of the list, however many pictures show the row. */
export interface ReadRow {
  /** Unique and stable within one reading. */
  key: string;
  name: ReadName;
  /** In the order of the columns that were read. */
  cells: ReadCell[];
}

export interface LeftOutPicture {
  picture: number;
  /** A sentence to show. */
  reason: string;
  code: PictureErrorCode | "other_list" | "no_list" | "cancelled";
}

export interface PictureReadings {
  geometry: ListGeometry | null;
  signs: string[];
  /** In the order of the list. */
  rows: ReadRow[];
  leftOut: LeftOutPicture[];
  isCancelled: boolean;
}

export type PictureErrorCode = "too_many" | "too_large" | "heic" | "not_a_picture" | "too_small" | "too_wide";
export type EngineErrorCode = "unsupported" | "offline";

/** A picture that cannot be read; its message is what to show. */
export class PictureError extends Error {
  readonly code: PictureErrorCode;
  constructor(code: PictureErrorCode, message: string) {
    super(message);
    this.name = "PictureError";
    this.code = code;
  }
}

/** The recognition does not start or has died; its message is what to show. */
export class EngineError extends Error {
  readonly code: EngineErrorCode;
  constructor(code: EngineErrorCode, message: string) {
    super(message);
    this.name = "EngineError";
    this.code = code;
  }
}

/** `readPictures` of `read-pictures.ts`. Throws `EngineError` only; bad pictures are left out. */
export type ReadPictures = (files: Blob[], options: ReadOptions) => Promise<PictureReadings>;
/** `findList` of `read-pictures.ts`: null when the picture has none. Throws both kinds of errors. */
export type FindList = (file: Blob, options?: { signal?: AbortSignal }) => Promise<FoundList | null>;
/** `fitsLayout` of `geometry.ts`: most of the signs and all columns are where the layout has them. */
export type FitsLayout = (
  found: Pick<FoundList, "geometry" | "signs">,
  stored: Pick<FoundList, "geometry" | "signs">,
) => boolean;
