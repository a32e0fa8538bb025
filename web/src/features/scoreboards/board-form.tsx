import type { Activity } from "@clanhall/contract/activities";
import type { Scoreboard } from "@clanhall/contract/scoreboards";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useEffect, useLayoutEffect, useRef, useState } from "react";
import { activitiesQuery } from "../../domain/activities.ts";
import { AsyncSection } from "../../ui/async-section.tsx";
import { Button } from "../../ui/core/button.tsx";
import { ErrorMessage, FormSummary } from "../../ui/core/notice.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { ConflictNotice } from "../../ui/conflict-notice.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { ActivitiesField } from "./board-fields-activities.tsx";
import { MeasureField, PeriodField, TitleFields } from "./board-fields-main.tsx";
import { MoreSettings } from "./board-fields-more.tsx";
import { newFields, toFields } from "./board-fields.ts";
import styles from "./board-form.module.css";
import { measureName, periodText } from "./format.ts";
import type { BoardPreset } from "./presets.ts";
import { useBoardDraft } from "./use-board-draft.ts";

interface BoardDialogProps {
  clanId: string;
  /** Null for a new one. */
  board: Scoreboard | null;
  /** What a new one begins with, where something was chosen. */
  preset: BoardPreset | null;
  onClose: () => void;
  onSaved: (board: Scoreboard) => void;
}

/** Makes a board, or changes one. What was typed is not thrown away without a question. */
export function BoardDialog({ onClose, ...input }: BoardDialogProps) {
  const activities = useQuery(activitiesQuery(input.clanId));
  const [isChanged, setChanged] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const leave = () => (isChanged ? setAsking(true) : onClose());
  return (
    <>
      <Dialog title={input.board ? `Edit ${input.board.title}` : "New scoreboard"} onClose={leave} size="lg">
        <AsyncSection query={activities} what="The activities" lines={6}>
          {(all) => <BoardForm {...input} activities={all} onChanged={setChanged} onLeave={leave} />}
        </AsyncSection>
      </Dialog>
      {isAsking && (
        <ConfirmDialog
          title="Leave without saving?"
          action="Throw away"
          onConfirm={async () => onClose()}
          onClose={() => setAsking(false)}
        >
          <p>What you changed here is not saved yet.</p>
        </ConfirmDialog>
      )}
    </>
  );
}

interface BoardFormProps extends Omit<BoardDialogProps, "onClose"> {
  activities: Activity[];
  /** Told whether there is something to lose. */
  onChanged: (isChanged: boolean) => void;
  onLeave: () => void;
}

function BoardForm({ clanId, board, preset, activities, onChanged, onLeave, onSaved }: BoardFormProps) {
  const [initial] = useState(() => firstFields(board, preset, activities));
  const form = useBoardDraft({ clanId, board, initial, onSaved });
  const element = useRef<HTMLFormElement>(null);
  const wrong = Object.keys(form.problems).length;
  // Known before the next key is pressed, which may be Escape.
  useLayoutEffect(() => onChanged(form.isChanged), [onChanged, form.isChanged]);
  useEffect(() => {
    if (form.failures > 0) firstWrong(element.current)?.focus();
  }, [form.failures]);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    form.submit();
  };
  return (
    <>
      {form.theirs && (
        <ConflictNotice theirs={wordsOf(form.theirs)} onTakeTheirs={form.takeTheirs} onKeepMine={form.keepMine} />
      )}
      <form ref={element} className={styles.form} noValidate onSubmit={onSubmit}>
        <FormSummary error={null} wrongFields={wrong} />
        <TitleFields form={form} />
        <MeasureField form={form} />
        <ActivitiesField form={form} clanId={clanId} activities={activities} />
        <PeriodField form={form} clanId={clanId} />
        <MoreSettings form={form} clanId={clanId} />
        <ErrorMessage error={form.problem} />
        {wrong > 0 && <p className={styles.wrong}>Some fields above need another look.</p>}
        <DialogActions>
          <Button onClick={onLeave}>Cancel</Button>
          <Button type="submit" variant="primary" busy={form.isPending}>
            {board ? "Save scoreboard" : "Create scoreboard"}
          </Button>
        </DialogActions>
      </form>
    </>
  );
}

/** A new board counts everything that is done now, until somebody says otherwise. */
function firstFields(board: Scoreboard | null, preset: BoardPreset | null, activities: Activity[]) {
  if (board) return toFields(board);
  const ids = activities.filter(({ active }) => active).map(({ id }) => id);
  return newFields(preset?.draft(ids) ?? { activities: ids.map((activity_id) => ({ activity_id })) });
}

function firstWrong(form: HTMLFormElement | null): HTMLElement | null | undefined {
  return form?.querySelector<HTMLElement>('[aria-invalid="true"], [data-wrong] :is(input, select)');
}

function wordsOf(board: Scoreboard): string {
  const { title, measure, activities } = board;
  const count = activities.length === 1 ? "one activity" : `${activities.length} activities`;
  return `the board is called “${title}” and shows ${measureName(measure).toLowerCase()} of ${count}, ${periodText(board).toLowerCase()}`;
}
