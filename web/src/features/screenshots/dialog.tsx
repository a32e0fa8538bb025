import type { Activity } from "@clanhall/contract/activities";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { activitiesQuery } from "../../domain/activities.ts";
import { membersQuery, type Roster } from "../../domain/members.ts";
import { formatDate, formatList, formatNumber, plural } from "../../lib/format.ts";
import { Button } from "../../ui/core/button.tsx";
import { FieldError } from "../../ui/core/field.tsx";
import { Muted, Row, Stack } from "../../ui/core/layout.tsx";
import { ErrorMessage, Notice } from "../../ui/core/notice.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Progress } from "../../ui/figures.tsx";
import { DiscardDialog, UnsavedGuard } from "../../ui/forms/form-dialog.tsx";
import { CheckStep, openText } from "./check.tsx";
import {
  type CheckState,
  hasDecisions,
  isUndecided,
  listOpen,
  type ScreenshotImport,
  toImport,
} from "./check-state.ts";
import { canReadBy, countsSomething, LayoutStep } from "./layout-step.tsx";
import { useBitmaps } from "./picture-view.tsx";
import { offerSharing, takeShared } from "./shared-pictures.ts";
import { picturesMax, SourceStep, usePastedPictures } from "./source-step.tsx";
import type { PictureReadings, ReadProgress } from "./types.ts";
import { type PictureEngine, type ReadingInput, start, useReading } from "./use-reading.ts";

export interface ScreenshotsDialogProps {
  clanId: string;
  clanName: string;
  day: string;
  today: string;
  engine: PictureEngine;
  /** What is to be imported, once everything is checked. */
  onChecked: (checked: ScreenshotImport) => void;
  onClose: () => void;
}

/** Pictures of a game's list become entries. They are read in the browser and never leave it. */
export function ScreenshotsDialog(props: ScreenshotsDialogProps) {
  const { clanId, clanName, today, onClose } = props;
  const [files, setFiles] = useState<File[]>([]);
  const [day, setDay] = useState(props.day);
  const bitmaps = useBitmaps(files);
  const { data: members = [] } = useQuery({ ...membersQuery(clanId), select: toPresent });
  const { data: activities = [] } = useQuery({ ...activitiesQuery(clanId), select: onlyActive });
  const reading = useReading(props, { files, bitmaps, day, members, activities });
  const { step, setStep, check, dispatch, result, layout } = reading;
  /** What would throw the check away, once it was asked for. */
  const [leaving, setLeaving] = useState<(() => void) | null>(null);
  const hasChanges = () => hasDecisions(check);
  const leaveCheck = (leave: () => void) => (hasChanges() ? setLeaving(() => leave) : leave());
  useEffect(() => {
    offerSharing();
    takeShared().then(
      (shared) => setFiles((chosen) => (shared.length > 0 ? [...chosen, ...shared].slice(0, picturesMax) : chosen)),
      () => undefined,
    );
  }, []);
  const choose = (next: File[]) =>
    leaveCheck(() => {
      reading.clear();
      setFiles(next);
      setStep(start);
    });
  usePastedPictures(step.kind === "source", (more) => choose([...files, ...more].slice(0, picturesMax)));
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
      onClose={() => leaveCheck(onClose)}
      footer={<Footer {...props} {...reading} {...{ files, day, members, leaveCheck }} />}
    >
      {leaving && <DiscardDialog onDiscard={leaving} onStay={() => setLeaving(null)} />}
      <UnsavedGuard form={{ hasChanges, isKept: false }} />
      {step.kind === "source" && (
        <SourceStep
          {...{ clanName, files, bitmaps, day, today }}
          problem={step.problem}
          onFiles={choose}
          onDay={setDay}
        />
      )}
      {step.kind === "busy" && <Reading progress={step.progress} count={files.length} />}
      {step.kind === "layout" && (
        <LayoutStep
          draft={step.draft}
          bitmap={bitmaps[step.picture] ?? null}
          activities={activities}
          stored={layout}
          onChange={(draft) => setStep({ ...step, draft })}
          onDelete={reading.forget}
        />
      )}
      {step.kind === "check" && check && result && (
        <>
          <LeftOut leftOut={result.leftOut} files={files} />
          <Row gap={3}>
            {layout && result.draft.isKept && <Muted>Read with the remembered layout “{layout.name}”.</Muted>}
            <Button size="sm" onClick={() => setStep({ kind: "layout", picture: result.picture, draft: result.draft })}>
              Change the columns…
            </Button>
          </Row>
          <CheckStep state={check} dispatch={dispatch} bitmaps={bitmaps} members={members} />
        </>
      )}
      <ErrorMessage error={reading.keepError} />
    </Dialog>
  );
}

/** Those whom a name may mean. */
function toPresent({ members }: Roster) {
  return members.filter(({ status, merged_into_id }) => status !== "removed" && merged_into_id === null);
}

function onlyActive(activities: Activity[]): Activity[] {
  return activities.filter(({ active, deleted_at }) => active && deleted_at === null);
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
  ReturnType<typeof useReading> & {
    files: File[];
    day: string;
    members: ReadingInput["members"];
    /** Asks first where decisions would be lost. */
    leaveCheck: (leave: () => void) => void;
  };

/** The buttons of each step; they stay in sight. */
function Footer(props: FooterProps) {
  const { step, setStep, check, result, files, leaveCheck, onClose } = props;
  if (step.kind === "busy") return <Button onClick={props.cancel}>Cancel</Button>;
  if (step.kind === "source") {
    return (
      <>
        <Button onClick={() => leaveCheck(onClose)}>Cancel</Button>
        {step.canMark && <Button onClick={props.mark}>Mark the columns myself</Button>}
        <Button
          variant={result ? "secondary" : "primary"}
          disabled={files.length === 0}
          onClick={() => leaveCheck(() => void props.begin())}
        >
          Read {files.length === 0 ? "pictures" : plural(files.length, "picture")}
          {result && " again"}
        </Button>
        {result && (
          <Button variant="primary" onClick={() => setStep({ kind: "check" })}>
            Back to the check
          </Button>
        )}
      </>
    );
  }
  if (step.kind === "layout") {
    const { draft } = step;
    const counts = countsSomething(draft.geometry.columns);
    return (
      <>
        {!counts && <FieldError>Choose an activity for at least one column.</FieldError>}
        <Button onClick={() => setStep(result ? { kind: "check" } : start)}>Back</Button>
        <Button
          variant="primary"
          disabled={!canReadBy(draft)}
          onClick={() => leaveCheck(() => void props.readWith(step))}
        >
          Read {plural(files.length, "picture")}
          {result && " again"}
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
  const canAccept = open.length > 0 && !open.some((item) => isUndecided(check, item));
  const remaining = `Take the last ${open.length === 1 ? "one" : formatNumber(open.length)} as read`;
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
        {canAccept && (
          <Button variant="plain" onClick={() => setAsking(true)}>
            {remaining}
          </Button>
        )}
      </Row>
      <Button onClick={() => setStep(start)}>Back</Button>
      <Button variant="primary" disabled={open.length > 0} onClick={finish}>
        Check
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={`${remaining}?`}
          action="Accept"
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
