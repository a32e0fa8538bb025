import type { Scoreboard } from "@clanhall/contract/scoreboards";
import { type Season, seasonDraft } from "@clanhall/contract/seasons";
import { formatFullDate } from "../../../lib/format.ts";
import { Checkbox } from "../../../ui/core/checkbox.tsx";
import { FieldGroup, TextField } from "../../../ui/core/field.tsx";
import { Muted } from "../../../ui/core/layout.tsx";
import { DayField } from "../../../ui/day-field.tsx";
import { FieldGrid } from "../../../ui/fields.tsx";
import { FormDialog } from "../../../ui/forms/form-dialog.tsx";
import { useVersionedForm, type VersionedForm } from "../../../ui/forms/use-versioned-form.ts";
import { showToast } from "../../../ui/toasts.ts";
import { periodText } from "../format.ts";
import { addSeason, saveSeason, useRefreshSeasons } from "./api.ts";

interface SeasonFields {
  name: string;
  from: string;
  to: string;
  board_ids: string[];
}

const labels = { name: "Name", from: "First day", to: "Last day", board_ids: "Boards that end with it" };

interface SeasonFormProps {
  clanId: string;
  /** Null for a new one. */
  season: Season | null;
  /** Boards that may end with it. */
  boards: Scoreboard[];
  onClose: () => void;
}

/** A named range of days. Of a season that has ended only the name changes. */
export function SeasonForm({ clanId, season, boards, onClose }: SeasonFormProps) {
  const refresh = useRefreshSeasons();
  const titleOf = (id: string) => boards.find((board) => board.id === id)?.title ?? "another board";
  const form = useVersionedForm({
    row: season,
    toFields: (row: Season): SeasonFields => ({
      name: row.name,
      from: row.from,
      to: row.to,
      board_ids: row.boards.flatMap(({ id }) => (id === row.board_id ? [] : id)),
    }),
    initial: (): SeasonFields => ({ name: "", from: "", to: "", board_ids: [] }),
    toBody: (fields: SeasonFields) => fields,
    schema: seasonDraft,
    labels,
    show: {
      from: formatFullDate,
      to: formatFullDate,
      board_ids: (ids: string[]) => ids.map(titleOf).join(", ") || "none",
    },
    create: (draft, key) => addSeason(clanId, draft, key),
    save: (change) => saveSeason(clanId, season?.id ?? "", change),
    onSaved: ({ name }) => {
      void refresh();
      showToast({ kind: "success", message: season ? `${name} saved` : `${name} is set up` });
    },
    onClose,
  });
  return (
    <FormDialog
      title={season ? `Edit ${season.name}` : "New season"}
      action={season ? "Save season" : "Create season"}
      form={form}
      onClose={onClose}
    >
      <TextField label="Name" hint="Such as Autumn 2026." autoComplete="off" {...form.text("name")} />
      {season?.state !== "ended" && (
        <>
          <FieldGrid>
            <DayField label="First day" {...form.date("from")} />
            <DayField label="Last day" min={form.values.from} {...form.date("to")} />
          </FieldGrid>
          {!season && (
            <Muted as="p">
              The season gets a scoreboard of its own that counts the points of all activities over these days.
            </Muted>
          )}
          {boards.length > 0 && <BoardsField form={form} boards={boards} />}
        </>
      )}
    </FormDialog>
  );
}

function BoardsField({ form, boards }: { form: VersionedForm<SeasonFields>; boards: Scoreboard[] }) {
  const { value: chosen, error, conflict, onChange } = form.list("board_ids");
  return (
    <FieldGroup
      label={labels.board_ids}
      hint="Optional. They stop counting when you end the season."
      error={error}
      conflict={conflict}
    >
      {boards.map((board) => (
        <Checkbox
          key={board.id}
          label={
            <>
              {board.title} <Muted>{periodText(board)}</Muted>
            </>
          }
          checked={chosen.includes(board.id)}
          onChange={(checked) => onChange(checked ? [...chosen, board.id] : chosen.filter((one) => one !== board.id))}
        />
      ))}
    </FieldGroup>
  );
}
