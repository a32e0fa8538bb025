import type { ClanCard } from "@clanhall/contract/clans";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { activitiesQuery } from "../../domain/activities.ts";
import { myClansQuery } from "../../domain/clans.ts";
import { mayInClan } from "../../domain/permissions.ts";
import { plural } from "../../lib/format.ts";
import { AsyncSection } from "../../ui/async-section.tsx";
import { Checkbox } from "../../ui/core/checkbox.tsx";
import { Select } from "../../ui/core/select.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { useCopySet } from "./activity-sets.api.ts";
import styles from "./sets.module.css";
import { SetActions } from "./set-actions.tsx";

interface CopyDialogProps {
  clanId: string;
  onClose: () => void;
}

/** Adds activities of another clan that the person manages as well. */
export function CopyDialog({ clanId, onClose }: CopyDialogProps) {
  const clans = useQuery({
    ...myClansQuery,
    select: (all) => all.filter((clan) => clan.id !== clanId && mayInClan(clan, "settings.view")),
  });
  return (
    <Dialog title="Copy from another clan" onClose={onClose}>
      <AsyncSection query={clans} what="Your clans" lines={2}>
        {(found) =>
          found.length === 0 ? (
            <p>You manage no other clan whose activities could be copied.</p>
          ) : (
            <CopyChoice clanId={clanId} clans={found} onClose={onClose} />
          )
        }
      </AsyncSection>
    </Dialog>
  );
}

function CopyChoice({ clanId, clans, onClose }: CopyDialogProps & { clans: ClanCard[] }) {
  const [fromId, setFromId] = useState(clans[0]?.id ?? "");
  const [without, setWithout] = useState<string[]>([]);
  const found = useQuery({ ...activitiesQuery(fromId), select: (all) => all.filter(({ active }) => active) });
  const copy = useCopySet(clanId);
  const chosen = (found.data ?? []).filter(({ id }) => !without.includes(id));
  const toggle = (id: string) =>
    setWithout(without.includes(id) ? without.filter((other) => other !== id) : [...without, id]);
  return (
    <>
      <Select
        label="From"
        value={fromId}
        disabled={copy.isSuccess}
        onChange={(value) => {
          setFromId(value);
          setWithout([]);
        }}
        options={clans.map(({ id, name }) => ({ value: id, label: name }))}
      />
      {!copy.data && (
        <AsyncSection query={found} what="Its activities" lines={3}>
          {(rows) =>
            rows.length === 0 ? (
              <p>This clan has no active activities.</p>
            ) : (
              <fieldset className={styles.ticks}>
                <legend className="unseen">Activities to copy</legend>
                {rows.map(({ id, name }) => (
                  <Checkbox key={id} label={name} checked={!without.includes(id)} onChange={() => toggle(id)} />
                ))}
              </fieldset>
            )
          }
        </AsyncSection>
      )}
      <SetActions
        work={copy}
        label={chosen.length === 0 ? "Nothing chosen" : `Copy ${plural(chosen.length, "activity", "activities")}`}
        isReady={chosen.length > 0}
        onAct={() => copy.mutate({ from_clan_id: fromId, activity_ids: chosen.map(({ id }) => id) })}
        onClose={onClose}
      />
    </>
  );
}
