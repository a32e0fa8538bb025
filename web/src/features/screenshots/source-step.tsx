import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useIsPhone } from "../../lib/media.ts";
import { Button, IconButton } from "../../ui/core/button.tsx";
import { FieldError } from "../../ui/core/field.tsx";
import { Muted, Row, Stack } from "../../ui/core/layout.tsx";
import { DayField } from "../../ui/day-field.tsx";
import { Crop } from "./picture-view.tsx";
import styles from "./screenshots.module.css";

export const picturesMax = 10;

const invitation = {
  phone: "Screenshots of a game’s list, in the order in which you scrolled.",
  wide: "Drop screenshots of a game’s list here, or paste them with Ctrl V.",
};

interface SourceProps {
  clanName: string;
  files: File[];
  bitmaps: (ImageBitmap | null)[];
  day: string;
  today: string;
  /** Why the pictures cannot be read. */
  problem: string | null;
  onFiles: (files: File[]) => void;
  onDay: (day: string) => void;
}

/** Which pictures, in which order, and of which day. */
export function SourceStep({ clanName, files, bitmaps, day, today, problem, onFiles, onDay }: SourceProps) {
  const input = useRef<HTMLInputElement>(null);
  const isPhone = useIsPhone();
  const [isOver, setOver] = useState(false);
  const add = (more: Iterable<File>) => {
    const known = new Set(files.map(keyOf));
    const added = pictureFiles(more).filter((file) => !known.has(keyOf(file)));
    onFiles([...files, ...added].slice(0, picturesMax));
  };
  return (
    <Stack>
      <p>
        The values go to <strong>{clanName}</strong>.
      </p>
      <Stack
        gap={3}
        align="center"
        className={styles.drop}
        data-over={isOver || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          add(event.dataTransfer.files);
        }}
      >
        <p>{isPhone ? invitation.phone : invitation.wide}</p>
        <Button variant="primary" icon="plus" onClick={() => input.current?.click()}>
          Choose pictures
        </Button>
        <input
          ref={input}
          type="file"
          hidden
          multiple
          accept="image/png,image/jpeg,image/webp"
          aria-label="Pictures"
          onChange={({ currentTarget }) => {
            add(currentTarget.files ?? []);
            currentTarget.value = "";
          }}
        />
        <Muted as="p">
          Up to {picturesMax} pictures of 20 MB. They are read in your browser and are not sent anywhere; the first time
          2 MB are loaded.
        </Muted>
      </Stack>
      {problem && <FieldError role="alert">{problem}</FieldError>}
      {files.length > 0 && <ChosenPictures files={files} bitmaps={bitmaps} onFiles={onFiles} />}
      <DayField label="Day of the values" value={day} max={today} onChange={(value) => value && onDay(value)} />
    </Stack>
  );
}

function ChosenPictures({ files, bitmaps, onFiles }: Pick<SourceProps, "files" | "bitmaps" | "onFiles">) {
  const move = (index: number, by: number) => {
    const next = files.filter((_, at) => at !== index);
    const [moved] = files.slice(index, index + 1);
    if (moved) onFiles(next.toSpliced(index + by, 0, moved));
  };
  return (
    <Row as="ul" gap={3} aria-label="Chosen pictures">
      {files.map((file, index) => (
        <Stack as="li" gap={1} align="center" key={keyOf(file)}>
          <Crop bitmap={bitmaps[index] ?? null} scale={thumbnailScale(bitmaps[index])} label={file.name} />
          <Row gap={1}>
            {index > 0 && (
              <Button size="sm" variant="plain" onClick={() => move(index, -1)}>
                Earlier<span className="visually-hidden">: {file.name}</span>
              </Button>
            )}
            <IconButton
              icon="close"
              label={`Remove ${file.name}`}
              onClick={() => onFiles(files.filter((_, at) => at !== index))}
            />
          </Row>
        </Stack>
      ))}
    </Row>
  );
}

const keyOf = ({ name, size, lastModified }: File) => `${name} ${size} ${lastModified}`;

/** Other files that were dropped with them are nobody's picture. */
function pictureFiles(files: Iterable<File>): File[] {
  return [...files].filter(
    ({ type, name }) => type.startsWith("image/") || /\.(png|jpe?g|webp|heic|heif)$/i.test(name),
  );
}

function thumbnailScale(bitmap: ImageBitmap | null | undefined): number {
  return bitmap ? Math.min(120 / bitmap.width, 200 / bitmap.height) : 1;
}

export function usePastedPictures(isOn: boolean, onPaste: (files: File[]) => void): void {
  const paste = useEffectEvent((event: ClipboardEvent) => {
    const pasted = pictureFiles(event.clipboardData?.files ?? []);
    if (pasted.length > 0) onPaste(pasted);
  });
  useEffect(() => {
    if (!isOn) return undefined;
    const listen = (event: ClipboardEvent) => paste(event);
    document.addEventListener("paste", listen);
    return () => document.removeEventListener("paste", listen);
  }, [isOn]);
}
