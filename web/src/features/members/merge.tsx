import { Grid } from "../../ui/core/layout.tsx";
import type { Member } from "@clanhall/contract/members";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { membersQuery } from "../../domain/members.ts";
import { AsyncSection } from "../../ui/async-section.tsx";
import { Button } from "../../ui/core/button.tsx";
import { Inset } from "../../ui/card.tsx";
import { ErrorMessage } from "../../ui/core/notice.tsx";
import { Select } from "../../ui/core/select.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { Table } from "../../ui/table.tsx";
import { useWhileMounted } from "../../lib/hooks.ts";
import { mutateEach } from "../../lib/mutations.ts";
import { useLateError } from "../../ui/late-error.ts";
import { canEdit, canMove, type Viewer } from "./actions.tsx";
import { MemberSelect } from "./fields.tsx";
import { type MergeInput, mergePreviewQuery, useMerge, type MergeAnswer } from "./api.ts";
import { FieldGrid } from "../../ui/fields.tsx";
import styles from "./members.module.css";
import { formatDate } from "../../lib/format.ts";

interface MergeDialogProps {
  clanId: string;
  /** One row, for which the other is chosen here, or both. */
  rows: Member[];
  viewer: Viewer;
  onMerged: (name: string, mergeId: string | null) => void;
  onClose: () => void;
}

type Policy = NonNullable<MergeInput["policy"]>;

/** Two rows of one player become one. What that means is shown first. */
export function MergeDialog({ clanId, rows, viewer, onMerged, onClose }: MergeDialogProps) {
  const [keep, setKeep] = useState(rows[0]?.id ?? null);
  const [drop, setDrop] = useState(rows[1]?.id ?? null);
  const [policy, setPolicy] = useState<Policy>("keep");
  const input = keep && drop ? { keep, drop, policy } : null;
  const { data } = useQuery(membersQuery(clanId));
  const listLocked = (isAllowed: typeof canEdit) =>
    (data?.members ?? []).filter((row) => !isAllowed(viewer, row)).map(({ id }) => id);
  const neverDropped = listLocked(canMove);
  return (
    <Dialog title="Merge two rows" onClose={onClose} size="lg">
      <p>For a player who is on the roster twice. One row stays and takes over what the other has.</p>
      <FieldGrid>
        <MemberSelect
          clanId={clanId}
          label="Row to keep"
          isNeeded
          value={keep}
          without={[drop ?? "", ...listLocked(canEdit)]}
          onChoose={setKeep}
        />
        <MemberSelect
          clanId={clanId}
          label="Row to remove"
          isNeeded
          value={drop}
          without={[keep ?? "", ...neverDropped]}
          onChoose={setDrop}
        />
      </FieldGrid>
      {input && !neverDropped.includes(input.keep) && (
        <Button
          variant="plain"
          onClick={() => {
            setKeep(drop);
            setDrop(keep);
          }}
        >
          Swap them
        </Button>
      )}
      <PolicySelect policy={policy} onChoose={setPolicy} />
      {input ? (
        <CheckedMerge key={JSON.stringify(input)} clanId={clanId} input={input} onMerged={onMerged} onClose={onClose} />
      ) : (
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
        </DialogActions>
      )}
    </Dialog>
  );
}

function PolicySelect({ policy, onChoose }: { policy: Policy; onChoose: (policy: Policy) => void }) {
  return (
    <Select
      label="On days where both have a value"
      value={policy}
      onChange={(value) => onChoose(value)}
      options={[
        { value: "keep", label: "Keep the value of the row that stays" },
        { value: "drop", label: "Take the value of the row that goes" },
        { value: "add", label: "Add both up" },
      ]}
    />
  );
}

interface CheckedMergeProps extends Pick<MergeDialogProps, "clanId" | "onMerged" | "onClose"> {
  input: MergeInput;
}

function CheckedMerge({ clanId, input, onMerged, onClose }: CheckedMergeProps) {
  const preview = useQuery({ ...mergePreviewQuery(clanId, input), retry: false });
  const merge = useMerge(clanId);
  const close = useWhileMounted(onClose);
  const sayLate = useLateError("Merge the two rows");
  const confirm = () => {
    if (merge.isPending) return;
    const onDone = ({ result, merge_id }: MergeAnswer) => {
      onMerged(result.name, merge_id);
      close();
    };
    mutateEach(merge, input, onDone, sayLate);
  };
  return (
    <>
      {preview.isError ? (
        <ErrorMessage error={preview.error} />
      ) : (
        <AsyncSection query={preview} what="The preview" lines={2}>
          {(answer) => <MergePreview answer={answer} />}
        </AsyncSection>
      )}
      <ErrorMessage error={merge.error} />
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="primary" disabled={preview.data === undefined} busy={merge.isPending} onClick={confirm}>
          Merge
        </Button>
      </DialogActions>
    </>
  );
}

/** What the one row would be, and what becomes of the entries of the other. */
function MergePreview({ answer: { result, days, entries } }: { answer: MergeAnswer }) {
  return (
    <Inset as="section" aria-label="After the merge">
      <h3>{result.name}</h3>
      <Grid as="dl" min={120} gap={2}>
        <Fact name="Aliases" value={result.aliases.join(", ")} />
        <Fact name="Groups" value={result.groups.join(", ")} />
        <Fact name="Joined" value={formatDate(result.joined_at)} />
      </Grid>
      {days.length > 0 && <Days days={days} entries={entries} />}
    </Inset>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value || "—"}</dd>
    </div>
  );
}

function Days({ days, entries }: Pick<MergeAnswer, "days" | "entries">) {
  return (
    // A long table scrolls, so it has to be reachable for those who scroll by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={styles.days} aria-label="Values that move" tabIndex={0}>
      <Table>
        <caption>{countLine(entries, days.length)}</caption>
        <thead>
          <tr>
            <th scope="col">Day</th>
            <th scope="col">Activity</th>
            <th scope="col">Stays</th>
            <th scope="col">Goes</th>
            <th scope="col">Result</th>
          </tr>
        </thead>
        <tbody>
          {days.map(({ day, activity, keep, drop, result }) => (
            <tr key={`${day} ${activity}`}>
              <th scope="row">{formatDate(day)}</th>
              <td>{activity}</td>
              <td>{keep}</td>
              <td>{drop}</td>
              <td>{result}</td>
            </tr>
          ))}
        </tbody>
      </Table>
    </section>
  );
}

/** "3 values move, 4 conflict with an existing value. The first 366 are shown." */
function countLine({ moved, both }: MergeAnswer["entries"], shown: number): string {
  const count = `${moved} ${moved === 1 ? "value moves" : "values move"}, ${both} ${both === 1 ? "conflicts" : "conflict"} with an existing value.`;
  return moved + both > shown ? `${count} The first ${shown} are shown.` : count;
}
