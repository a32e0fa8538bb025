import { boardLabels } from "@clanhall/contract/fields/labels";
import type { Activity } from "@clanhall/contract/activities";
import { scoreboardDraft } from "@clanhall/contract/scoreboard-drafts";
import type { Scoreboard } from "@clanhall/contract/scoreboards";
import { useQuery } from "@tanstack/react-query";
import { type RefObject, useId, useRef } from "react";
import { activitiesQuery } from "../../domain/activities.ts";
import { plural } from "../../lib/format.ts";
import { AsyncSection } from "../../ui/async-section.tsx";
import { copyText } from "../../ui/copy-button.tsx";
import { Button } from "../../ui/core/button.tsx";
import { Muted, Row } from "../../ui/core/layout.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { DialogForm } from "../../ui/forms/form-dialog.tsx";
import { useVersionedForm } from "../../ui/forms/use-versioned-form.ts";
import { ActivitiesField } from "./activities-field.tsx";
import { measureName, toBoardLink } from "./format.ts";
import { NewLinkFields, useNewLink } from "./form-link.tsx";
import { type FullDraft, newFields, toDraft, toFields } from "./fields.ts";
import { MainFields } from "./main-fields.tsx";
import { columnNames, MoreSettings, nameOptions } from "./more-fields.tsx";
import { type BoardPreset, boardPresets } from "./presets.ts";
import { addScoreboard, saveBoard, useRefreshBoards, useTakeBoard } from "./api.ts";

interface ScoreboardFormProps {
  clanId: string;
  /** Null for a new one. */
  board: Scoreboard | null;
  /** What a new one begins with, where something was chosen. */
  preset: BoardPreset | null;
  /** A new one is meant to be shared. */
  isShared?: boolean;
  onClose: () => void;
  /** Its link, if it has one, is in the clipboard, or could not be put there. */
  onSaved: (board: Scoreboard, isCopied: boolean) => void;
}

/** Makes a board, or changes one, once it is known what it may count. */
export function ScoreboardForm(props: ScoreboardFormProps) {
  const { clanId, board, onClose } = props;
  const activities = useQuery(activitiesQuery(clanId));
  const leave = useRef<() => void>(null);
  return (
    <Dialog
      title={board ? `Edit ${board.title}` : "New scoreboard"}
      onClose={() => (leave.current ?? onClose)()}
      size="xl"
    >
      <AsyncSection query={activities} what="The activities" lines={6}>
        {(all) => <Fields {...props} activities={all} leaveRef={leave} />}
      </AsyncSection>
    </Dialog>
  );
}

interface FieldsProps extends ScoreboardFormProps {
  activities: Activity[];
  leaveRef: RefObject<(() => void) | null>;
}

function Fields({ clanId, board, preset, isShared = false, activities, leaveRef, onClose, onSaved }: FieldsProps) {
  const take = useTakeBoard(clanId);
  const refresh = useRefreshBoards();
  const link = useNewLink(isShared);
  const form = useVersionedForm({
    row: board,
    toFields,
    initial: () => firstFields(preset, activities),
    toBody: toDraft,
    parts: {
      activities: ["activities", "activity"],
      period: ["period", "from", "to"],
      members: ["whose", "groups", "chosen"],
    },
    schema: scoreboardDraft,
    labels: boardLabels,
    show: {
      measure: measureName,
      activities: (chosen) => chosen.map((one) => activityText(one, activities)).join(", "),
      period: periodText,
      members: membersText,
      top_n: (count) => (count === null ? "everybody" : String(count)),
      name_display: (display) => nameOptions.find(({ value }) => value === display)?.label ?? "",
      columns: (columns) => columns.map((column) => columnNames[column]).join(", "),
    },
    create: async (draft, key) => link.share(await addScoreboard(clanId, draft, key)),
    save: (change) => saveBoard(board?.id ?? "", change),
    pathToField: ([name = "", part = ""]) => (name === "period" && (part === "from" || part === "to") ? part : name),
    onSaved: (saved) => {
      take(saved);
      void refresh();
      void copyLink(saved).then((isCopied) => onSaved(saved, isCopied));
    },
  });
  const counted = new Set(toDraft(form.values).activities.map(({ activity_id }) => activity_id));
  const isPublic = activities.some((activity) => activity.public && counted.has(activity.id));
  const hasLink = link.isOn && isPublic;
  const { onSubmit } = form.formProps;
  const makes = hasLink ? "Create and copy link" : "Create scoreboard";
  return (
    <DialogForm
      action={board ? "Save scoreboard" : makes}
      form={{ ...form, formProps: { ...form.formProps, onSubmit: hasLink ? link.guard(onSubmit) : onSubmit } }}
      onClose={onClose}
      leaveRef={leaveRef}
    >
      {!board && <StartFrom onChoose={(chosen) => form.set(firstFields(chosen, activities))} />}
      <MainFields form={form} clanId={clanId} />
      <ActivitiesField form={form} clanId={clanId} activities={activities} />
      {!board && <NewLinkFields link={link} periodKind={form.values.period} isPossible={isPublic} />}
      <MoreSettings form={form} clanId={clanId} />
    </DialogForm>
  );
}

/** One of the presets, over whatever the form has by now. */
function StartFrom({ onChoose }: { onChoose: (preset: BoardPreset) => void }) {
  const id = useId();
  return (
    <Row gap={2} role="group" aria-labelledby={id}>
      <Muted id={id}>Start from</Muted>
      {boardPresets.map((preset) => (
        <Button key={preset.key} size="sm" onClick={() => onChoose(preset)}>
          {preset.title}
        </Button>
      ))}
    </Row>
  );
}

async function copyLink({ share }: Scoreboard): Promise<boolean> {
  return share !== null && copyText(toBoardLink(share.token));
}

/** A new board counts everything that is done now, until somebody says otherwise. */
function firstFields(preset: BoardPreset | null, activities: Activity[]) {
  const ids = activities.filter(({ active }) => active).map(({ id }) => id);
  return newFields(preset?.draft(ids) ?? { activities: ids.map((activity_id) => ({ activity_id })) });
}

function activityText({ activity_id, weight = 1 }: FullDraft["activities"][number], activities: Activity[]): string {
  const name = activities.find(({ id }) => id === activity_id)?.name ?? "a deleted activity";
  return weight === 1 ? name : `${name} × ${weight}`;
}

function periodText(period: FullDraft["period"]): string {
  if (period.kind === "rolling") return `the last ${period.days} days`;
  if (period.kind === "fixed") return `${period.from} to ${period.to}`;
  return period.kind === "weekly" ? "every week" : "every month";
}

function membersText({ kind, ids = [] }: FullDraft["members"]): string {
  if (kind === "active") return "all active players";
  return kind === "groups" ? ids.join(", ") : plural(ids.length, "player");
}
