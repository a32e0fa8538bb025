import type { ScreenshotLayout } from "@clanhall/contract/screenshot-layouts";
import type { KeyboardEvent, PointerEvent } from "react";
import { Checkbox } from "../../ui/core/checkbox.tsx";
import { TextField } from "../../ui/core/field.tsx";
import { Muted, Stack } from "../../ui/core/layout.tsx";
import { Select } from "../../ui/core/select.tsx";
import { ConfirmButton } from "../../ui/lazy-dialog.tsx";
import { WholePicture } from "./picture-view.tsx";
import styles from "./screenshots.module.css";
import type { ListGeometry } from "./types.ts";

type Geometry = ScreenshotLayout["geometry"];

export interface LayoutDraft {
  geometry: Geometry;
  signs: string[];
  name: string;
  isKept: boolean;
}

/** Each column starts as the first activity that no other column counts. */
export function toDraft(geometry: ListGeometry, signs: string[], activities: { id: string }[]): LayoutDraft {
  const columns = geometry.columns.map((column, index) => ({ ...column, meaning: activities[index]?.id ?? "ignore" }));
  return { geometry: { ...geometry, columns }, signs, name: signs.slice(0, 3).join(" ").slice(0, 60), isKept: true };
}

/** A stored layout to be corrected; what its clan no longer counts is left out. */
export function toStoredDraft({ geometry, signs, name }: ScreenshotLayout, activities: { id: string }[]): LayoutDraft {
  const columns = geometry.columns.map((column) =>
    isKnownMeaning(column.meaning, activities) ? column : { ...column, meaning: "ignore" as const },
  );
  return { geometry: { ...geometry, columns }, signs, name, isKept: true };
}

/** Whether nobody has to be asked: its list is known by its signs, and each column counts what the clan still counts. */
export function isComplete({ geometry: { columns }, signs }: ScreenshotLayout, activities: { id: string }[]): boolean {
  return (
    signs.length > 0 &&
    columns.every(
      ({ meaning }, index) => isKnownMeaning(meaning, activities) && findSameActivity(columns, index) === -1,
    )
  );
}

function isKnownMeaning(meaning: string, activities: { id: string }[]): boolean {
  return !isActivity(meaning) || activities.some(({ id }) => id === meaning);
}

function isActivity(meaning: string): boolean {
  return meaning !== "rank" && meaning !== "ignore";
}

/** The index of an earlier column that counts the same activity, -1 without one: a player has one value of it a day. */
function findSameActivity(columns: Geometry["columns"], index: number): number {
  const meaning = columns[index]?.meaning ?? "ignore";
  return isActivity(meaning) ? columns.slice(0, index).findIndex((column) => column.meaning === meaning) : -1;
}

/** Whether pictures can be read by it. */
export function canReadBy({ geometry: { columns } }: LayoutDraft): boolean {
  return countsSomething(columns) && columns.every((_, index) => findSameActivity(columns, index) === -1);
}

export function countsSomething(columns: Geometry["columns"]): boolean {
  return columns.some(({ meaning }) => isActivity(meaning));
}

/** For a picture in which no list was found: one column at the right, to be moved to where it is. */
export const blankGeometry: ListGeometry = {
  names: { left: 150, right: 600, dy: 0, tall: 32 },
  columns: [{ left: 720, right: 960, tall: 32, way: "brightness" }],
  pitch: 130,
};

interface LayoutStepProps {
  draft: LayoutDraft;
  bitmap: ImageBitmap | null;
  activities: { id: string; name: string }[];
  /** The layout that the list was known by; null where none was. */
  stored: ScreenshotLayout | null;
  onChange: (draft: LayoutDraft) => void;
  onDelete: (stored: ScreenshotLayout) => Promise<unknown>;
}

/** Where the columns are in the picture and what they count; asked once for each list of a game. */
export function LayoutStep({ draft, bitmap, activities, stored, onChange, onDelete }: LayoutStepProps) {
  const { geometry } = draft;
  const setGeometry = (change: Partial<Geometry>) => onChange({ ...draft, geometry: { ...geometry, ...change } });
  const setColumn = (index: number, change: Partial<Geometry["columns"][number]>) =>
    setGeometry({ columns: geometry.columns.map((column, at) => (at === index ? { ...column, ...change } : column)) });
  const options = [
    ...activities.map(({ id, name }) => ({ value: id, label: name })),
    { value: "rank", label: "Rank" },
    { value: "ignore", label: "Ignore" },
  ];
  return (
    <div className={styles.panes}>
      <div className={styles.picture}>
        <WholePicture bitmap={bitmap} label="The first picture">
          <Band
            name="Names"
            tone={0}
            {...geometry.names}
            onMove={(edges) => setGeometry({ names: { ...geometry.names, ...edges } })}
          />
          {geometry.columns.map((column, index) => (
            <Band
              // oxlint-disable-next-line react/no-array-index-key
              key={index}
              name={`Column ${index + 1}`}
              tone={index + 1}
              {...column}
              onMove={(edges) => setColumn(index, edges)}
            />
          ))}
        </WholePicture>
      </div>
      <Stack>
        <Muted as="p">
          Say what each coloured column counts. Drag the edges where a band misses its numbers, or focus an edge and use
          the arrow keys.
        </Muted>
        {geometry.columns.map((column, index) => (
          <Select
            // oxlint-disable-next-line react/no-array-index-key
            key={index}
            label={`Column ${index + 1}`}
            value={column.meaning}
            onChange={(meaning) => setColumn(index, { meaning })}
            options={options}
            error={sameActivityText(findSameActivity(geometry.columns, index))}
          />
        ))}
        <Checkbox
          label="Remember for this clan"
          checked={draft.isKept}
          onChange={(isKept) => onChange({ ...draft, isKept })}
        />
        {draft.isKept && (
          <TextField
            label="Remember as"
            maxLength={60}
            hint={stored && `Under another name, “${stored.name}” stays as it is.`}
            value={draft.name}
            onChange={({ currentTarget }) => onChange({ ...draft, name: currentTarget.value })}
          />
        )}
        {stored && (
          <div>
            <ConfirmButton
              label="Delete this layout"
              title={`Delete the layout “${stored.name}”?`}
              action="Delete"
              onConfirm={() => onDelete(stored)}
            >
              <p>The next time this list is read, you say again what its columns count.</p>
            </ConfirmButton>
          </div>
        )}
      </Stack>
    </div>
  );
}

function sameActivityText(earlier: number): string | null {
  return earlier === -1 ? null : `Column ${earlier + 1} already counts this. Choose another activity, or Ignore.`;
}

interface BandProps {
  name: string;
  tone: number;
  left: number;
  right: number;
  onMove: (edges: { left?: number; right?: number }) => void;
}

const widest = 1_000;
const narrowest = 20;
const tones = ["success", "warning", "danger"];

/** A column over the picture; its edges are sliders. */
function Band({ name, tone, left, right, onMove }: BandProps) {
  return (
    <div
      className={styles.band}
      data-tone={tone === 0 ? undefined : tones[(tone - 1) % tones.length]}
      style={{ left: `${left / 10}%`, width: `${(right - left) / 10}%` }}
    >
      <span className={styles.bandName}>{name}</span>
      <Edge
        label={`Left edge of ${name}`}
        side="left"
        value={left}
        min={0}
        max={right - narrowest}
        onChange={(value) => onMove({ left: value })}
      />
      <Edge
        label={`Right edge of ${name}`}
        side="right"
        value={right}
        min={left + narrowest}
        max={widest}
        onChange={(value) => onMove({ right: value })}
      />
    </div>
  );
}

interface EdgeProps {
  label: string;
  side: "left" | "right";
  value: number;
  min: number;
  max: number;
  onChange: (value: number) => void;
}

const step = 4;
const farStep = 20;

/** In thousandths of the picture's width. */
function Edge({ label, side, value, min, max, onChange }: EdgeProps) {
  const move = (to: number) => onChange(clamp(to, min, max));
  const press = (event: KeyboardEvent) => {
    const by = event.shiftKey ? farStep : step;
    const to = {
      ArrowLeft: value - by,
      ArrowDown: value - by,
      ArrowRight: value + by,
      ArrowUp: value + by,
      PageDown: value - farStep,
      PageUp: value + farStep,
      Home: min,
      End: max,
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    move(to);
  };
  const follow = ({ currentTarget, clientX }: PointerEvent<HTMLElement>) => {
    const picture = currentTarget.closest(`.${styles.whole ?? ""}`)?.getBoundingClientRect();
    if (!picture) return;
    move(((clientX - picture.left) / picture.width) * widest);
  };
  return (
    <span
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={Math.round(min)}
      aria-valuemax={Math.round(max)}
      aria-valuenow={Math.round(value)}
      aria-valuetext={`${(value / 10).toFixed(1)}% of the picture’s width`}
      className={styles.edge}
      data-side={side}
      onKeyDown={press}
      onPointerDown={({ currentTarget, pointerId }) => currentTarget.setPointerCapture(pointerId)}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) follow(event);
      }}
    />
  );
}

function clamp(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, value));
}
