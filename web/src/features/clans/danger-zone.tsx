import { type Clan, clanGraceDays } from "@clanhall/contract/clans";
import { useState } from "react";
import buttons from "../../ui/button.module.css";
import { Card } from "../../ui/card.tsx";
import { Problem } from "../../ui/feedback.tsx";
import { LazyConfirmDialog } from "../../ui/lazy-confirm-dialog.ts";
import { lazyDialog } from "../../ui/lazy-dialog.tsx";
import { formatFullDate } from "../../lib/format.ts";
import { useArchiveClan, useRestoreClan } from "./clan-admin.api.ts";
import styles from "./clans.module.css";
import { TransferCard } from "./transfer-card.tsx";

const DeleteClanDialog = lazyDialog(async () => (await import("./delete-clan-dialog.tsx")).DeleteClanDialog);

/** For the owner alone. */
export function DangerZone({ clan }: { clan: Clan }) {
  if (clan.deletes_at) return <DeletionCard clan={clan} />;
  return (
    <>
      {!clan.archived_at && <TransferCard clan={clan} />}
      <ArchiveCard clan={clan} />
      <DeletionCard clan={clan} />
    </>
  );
}

function ArchiveCard({ clan }: { clan: Clan }) {
  const [isAsking, setAsking] = useState(false);
  const archive = useArchiveClan(clan.id);
  return (
    <Card
      title={clan.archived_at ? "Open the clan again" : "Archive the clan"}
      line={
        clan.archived_at
          ? `Archived on ${formatFullDate(clan.archived_at)}. Opened again, everything works as before.`
          : "For a clan that has stopped. It can still be read, nothing can be changed, and its links are off."
      }
    >
      <div>
        {clan.archived_at ? (
          <button
            type="button"
            className={buttons.secondary}
            aria-busy={archive.isPending}
            onClick={() => archive.isPending || archive.mutate(false)}
          >
            Open it again
          </button>
        ) : (
          <button type="button" className={buttons.secondary} onClick={() => setAsking(true)}>
            Archive the clan
          </button>
        )}
      </div>
      {!isAsking && <Problem error={archive.error} />}
      {isAsking && (
        <LazyConfirmDialog
          title={`Archive ${clan.name}?`}
          action="Archive"
          onConfirm={() => archive.mutateAsync(true)}
          onClose={() => setAsking(false)}
        >
          <p>Everybody can still read it. You can open it again at any time.</p>
        </LazyConfirmDialog>
      )}
    </Card>
  );
}

function DeletionCard({ clan }: { clan: Clan }) {
  const [isAsking, setAsking] = useState(false);
  return (
    <Card
      title="Delete the clan"
      line={
        clan.deletes_at
          ? `You asked for this. The clan is deleted on ${formatFullDate(clan.deletes_at)}.`
          : `It takes effect after ${clanGraceDays} days. Until then only you see it, and you can take it back.`
      }
    >
      <div>
        {clan.deletes_at ? (
          <RestoreButton clan={clan} />
        ) : (
          <button type="button" className={buttons.danger} onClick={() => setAsking(true)}>
            Delete the clan
          </button>
        )}
      </div>
      {isAsking && <DeleteClanDialog clan={clan} onClose={() => setAsking(false)} />}
    </Card>
  );
}

export function RestoreButton({ clan }: { clan: Pick<Clan, "id"> }) {
  const restore = useRestoreClan(clan.id);
  return (
    <div className={styles.actions}>
      <button
        type="button"
        className={buttons.primary}
        aria-busy={restore.isPending}
        onClick={() => restore.isPending || restore.mutate()}
      >
        Restore the clan
      </button>
      <Problem error={restore.error} />
    </div>
  );
}
