import type { Activity } from "@clanhall/contract/activities";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { activitiesQuery } from "../../domain/activities.ts";
import { membersQuery, toMembers } from "../../domain/members.ts";
import { formatDate, formatList, plural } from "../../lib/format.ts";
import { Button, IconButton } from "../../ui/core/button.tsx";
import { FieldError } from "../../ui/core/field.tsx";
import { Muted, Row, Stack } from "../../ui/core/layout.tsx";
import { ErrorMessage, Notice } from "../../ui/core/notice.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Progress } from "../../ui/figures.tsx";
import { CheckStep, openText } from "./check.tsx";
import { type CheckState, listOpen, type ScreenshotImport, toImport } from "./check-state.ts";
import { LayoutStep } from "./layout-step.tsx";
import { Crop, useBitmaps } from "./picture-view.tsx";
import type { PictureReadings, ReadProgress } from "./types.ts";
import { type PictureEngine, type ReadingInput, start, useReading } from "./use-reading.ts";
import { useIsPhone } from "../../lib/media.ts";
import { DayField } from "../../ui/day-field.tsx";
import styles from "./screenshots.module.css";

const picturesMax = 10;

const invitation = {
  phone: "Screenshots of a game’s list, in the order in which you scrolled.",
  wide: "Drop screenshots of a game’s list here, or paste them with Ctrl V.",
};

interface SourceProps {
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
function SourceStep({ files, bitmaps, day, today, problem, onFiles, onDay }: SourceProps) {
  const input = useRef<HTMLInputElement>(null);
  const isPhone = useIsPhone();
  const [isOver, setOver] = useState(false);
  const add = (more: Iterable<File>) => {
    const known = new Set(files.map(keyOf));
    const added = pictureFiles(more).filter((file) => !known.has(keyOf(file)));
    onFiles([...files, ...added].slice(0, picturesMax));
  };
  const move = (index: number, by: number) => {
    const next = files.filter((_, at) => at !== index);
    const [moved] = files.slice(index, index + 1);
    if (moved) onFiles(next.toSpliced(index + by, 0, moved));
  };
  return (
    <Stack>
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
      {files.length > 0 && (
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
      )}
      <DayField label="Day of the values" value={day} max={today} onChange={(value) => value && onDay(value)} />
    </Stack>
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

export interface ScreenshotsDialogProps {
  clanId: string;
  day: string;
  today: string;
  engine: PictureEngine;
  /** What is to be imported, once everything is checked. */
  onChecked: (checked: ScreenshotImport) => void;
  onClose: () => void;
}

/** Pictures of a game's list become entries. They are read in the browser and never leave it. */
export function ScreenshotsDialog(props: ScreenshotsDialogProps) {
  const { clanId, today, onClose } = props;
  const [files, setFiles] = useState<File[]>([]);
  const [day, setDay] = useState(props.day);
  const bitmaps = useBitmaps(files);
  const { data: members = [] } = useQuery({ ...membersQuery(clanId), select: toMembers });
  const { data: activities = [] } = useQuery({ ...activitiesQuery(clanId), select: onlyActive });
  const reading = useReading(props, { files, bitmaps, day, members, activities });
  const { step, setStep, check, dispatch } = reading;
  useEffect(() => {
    offerSharing();
    takeShared().then(
      (shared) => setFiles((chosen) => (shared.length > 0 ? [...chosen, ...shared].slice(0, picturesMax) : chosen)),
      () => undefined,
    );
  }, []);
  usePastedPictures(step.kind === "source", (more) => setFiles([...files, ...more].slice(0, picturesMax)));
  const title = {
    source: "Screenshots: 1 Pictures",
    busy: "Reading screenshots",
    layout: "Screenshots: 2 Columns",
    check: "Screenshots: 3 Check",
  }[step.kind];
  return (
    <Dialog
      title={title}
      size="full"
      onClose={onClose}
      footer={<Footer {...props} {...reading} files={files} day={day} members={members} />}
    >
      {step.kind === "source" && (
        <SourceStep
          {...{ files, bitmaps, day, today }}
          problem={step.problem}
          onFiles={(next) => {
            setFiles(next);
            setStep(start);
          }}
          onDay={setDay}
        />
      )}
      {step.kind === "busy" && <Reading progress={step.progress} count={files.length} />}
      {step.kind === "layout" && (
        <LayoutStep
          draft={step.draft}
          bitmap={bitmaps[step.picture] ?? null}
          activities={activities}
          onChange={(draft) => setStep({ ...step, draft })}
        />
      )}
      {step.kind === "check" && check && (
        <>
          <LeftOut leftOut={step.leftOut} files={files} />
          <CheckStep state={check} dispatch={dispatch} bitmaps={bitmaps} members={members} />
        </>
      )}
      <ErrorMessage error={reading.keepError} />
    </Dialog>
  );
}

function onlyActive(activities: Activity[]): Activity[] {
  return activities.filter(({ active, deleted_at }) => active && deleted_at === null);
}

function usePastedPictures(isOn: boolean, onPaste: (files: File[]) => void): void {
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

function Reading({ progress, count }: { progress: ReadProgress | null; count: number }) {
  const text = progress ? `Reading picture ${progress.picture} of ${progress.pictures}` : "Looking for the list";
  return (
    <Stack>
      <p role="status">{text}</p>
      <Row>
        <Progress value={progress?.share ?? 0} max={1} label={text} />
      </Row>
      <Muted as="p">{plural(count, "picture")}. This happens on your device and may take some seconds each.</Muted>
    </Stack>
  );
}

/** Pictures that nothing was read from. */
function LeftOut({ leftOut, files }: { leftOut: PictureReadings["leftOut"]; files: File[] }) {
  if (leftOut.length === 0) return null;
  return (
    <Notice tone="warning">
      <ul>
        {leftOut.map(({ picture, reason }) => (
          <li key={picture}>
            {files[picture]?.name ?? `Picture ${picture + 1}`}: {reason}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

type FooterProps = ScreenshotsDialogProps &
  ReturnType<typeof useReading> & { files: File[]; day: string; members: ReadingInput["members"] };

/** The buttons of each step; they stay in sight. */
function Footer(props: FooterProps) {
  const { step, setStep, check, files, onClose } = props;
  if (step.kind === "busy") return <Button onClick={props.cancel}>Cancel</Button>;
  if (step.kind === "source") {
    return (
      <>
        <Button onClick={onClose}>Cancel</Button>
        {step.canMark && <Button onClick={props.mark}>Mark the columns myself</Button>}
        <Button variant="primary" disabled={files.length === 0} onClick={() => void props.begin()}>
          Read {files.length === 0 ? "pictures" : plural(files.length, "picture")}
        </Button>
      </>
    );
  }
  if (step.kind === "layout") {
    const { draft } = step;
    const counts = draft.geometry.columns.some(({ meaning }) => meaning !== "rank" && meaning !== "ignore");
    return (
      <>
        {!counts && <FieldError>Choose an activity for at least one column.</FieldError>}
        <Button onClick={() => setStep(start)}>Back</Button>
        <Button variant="primary" disabled={!counts} onClick={() => void props.readWith(draft)}>
          Read {plural(files.length, "picture")}
        </Button>
      </>
    );
  }
  return check && <CheckFooter {...props} check={check} />;
}

function CheckFooter(props: FooterProps & { check: CheckState }) {
  const { check, dispatch, files, day, members, setStep, keepCrops, onChecked } = props;
  const [isAsking, setAsking] = useState(false);
  const open = listOpen(check);
  const undecided = open.filter(({ row, cell }) => cell === null && !check.names[row.key]?.choice);
  const canTake = open.length > 0 && undecided.length === 0;
  const finish = () => {
    const fileName = `Screenshots, ${plural(files.length, "picture")}, ${formatDate(day)}`;
    keepCrops(check);
    onChecked({ ...toImport(check, members), fileName, day });
  };
  const described = open.map(({ row, column }) =>
    column ? `${row.name.text}, ${column.activity.name}` : row.name.text,
  );
  return (
    <>
      <Row gap={2}>
        <strong aria-live="polite">{openText(open.length)}</strong>
        {canTake && (
          <Button variant="plain" onClick={() => setAsking(true)}>
            Take the last {open.length} as read
          </Button>
        )}
      </Row>
      <Button onClick={() => setStep(start)}>Back</Button>
      <Button variant="primary" disabled={open.length > 0} onClick={finish}>
        Check
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={`Take ${open.length} as read?`}
          action="Take as read"
          danger={false}
          onConfirm={async () => dispatch({ kind: "accept", keys: open.map(({ key }) => key) })}
          onClose={() => setAsking(false)}
        >
          <p>Nobody looked at: {formatList(described)}.</p>
        </ConfirmDialog>
      )}
    </>
  );
}

interface TrustedTypes {
  createPolicy: (
    name: string,
    rules: { createScriptURL: () => string },
  ) => {
    createScriptURL: (url: string) => string;
  };
}

const shareWorker = "/share-worker.js";
const sharedCache = "shared-screenshots";
let isOffered = false;

/** From the first time that pictures are imported, the installed app is offered in a phone's share menu. */
function offerSharing(): void {
  if (isOffered || !("serviceWorker" in navigator)) return;
  isOffered = true;
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  const policy = trustedTypes?.createPolicy("share-worker", { createScriptURL: () => shareWorker });
  // Where it is refused, pictures are chosen or pasted as before.
  navigator.serviceWorker.register(policy?.createScriptURL(shareWorker) ?? shareWorker).catch(() => undefined);
}

/** Pictures that were shared with the app and that nobody has read yet; they are taken once. */
async function takeShared(): Promise<File[]> {
  if (!("caches" in globalThis) || !(await caches.has(sharedCache))) return [];
  const cache = await caches.open(sharedCache);
  const files: File[] = [];
  for (const request of await cache.keys()) {
    const answer = await cache.match(request);
    if (!answer) continue;
    const name = decodeURIComponent(answer.headers.get("x-name") ?? "picture");
    const content = await answer.blob();
    files.push(new File([content], name, { type: content.type }));
  }
  await caches.delete(sharedCache);
  return files;
}
