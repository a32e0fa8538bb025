import type { Member } from "@clanhall/contract/members";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { membersQuery } from "../../domain/members.ts";
import { AsyncSection } from "../../ui/async-section.tsx";
import { Button } from "../../ui/core/button.tsx";
import { ErrorMessage } from "../../ui/core/notice.tsx";
import { Select } from "../../ui/core/select.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { canMove, type Viewer } from "./member-rights.ts";
import { MergePreview } from "./merge-preview.tsx";
import { PlayerSelect } from "./member-select.tsx";
import { type MergeInput, mergePreviewQuery, useMerge } from "./api.ts";
import styles from "./members.module.css";

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
  const locked = (data?.members ?? []).filter((row) => !canMove(viewer, row)).map(({ id }) => id);
  return (
    <Dialog title="Merge two rows" onClose={onClose} size="lg">
      <p>For a player who is on the roster twice. One row stays and takes over what the other has.</p>
      <div className={styles.pair}>
        <PlayerSelect
          clanId={clanId}
          label="This row stays"
          isNeeded
          value={keep}
          without={[drop ?? "", ...locked]}
          onChoose={setKeep}
        />
        <PlayerSelect
          clanId={clanId}
          label="This row goes"
          isNeeded
          value={drop}
          without={[keep ?? "", ...locked]}
          onChoose={setDrop}
        />
      </div>
      {input && (
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
  const confirm = () => {
    if (merge.isPending) return;
    merge.mutate(input, {
      onSuccess: ({ result, merge_id }) => {
        onMerged(result.name, merge_id);
        onClose();
      },
    });
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
