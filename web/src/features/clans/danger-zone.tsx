import { type Clan, clanGraceDays } from "@clanhall/contract/clans";
import { useState, type SubmitEvent } from "react";
import { Row } from "../../ui/core/layout.tsx";
import { ErrorMessage, FormSummary } from "../../ui/core/notice.tsx";
import { Button } from "../../ui/core/button.tsx";
import { Card } from "../../ui/card.tsx";
import { formatFullDate } from "../../lib/format.ts";
import { LazyConfirmDialog } from "../../ui/lazy-dialog.tsx";
import { useArchiveClan, useRestoreClan, useDeleteClan } from "./api.ts";
import { TransferCard } from "./transfer.tsx";
import { toNameKey } from "@clanhall/contract/text";
import { Form, TextField } from "../../ui/core/field.tsx";
import { errorText } from "../../lib/error-text.ts";
import { Dialog, SubmitActions } from "../../ui/dialog.tsx";

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
          <Button busy={archive.isPending} onClick={() => archive.isPending || archive.mutate(false)}>
            Open it again
          </Button>
        ) : (
          <Button onClick={() => setAsking(true)}>Archive the clan</Button>
        )}
      </div>
      {!isAsking && <ErrorMessage error={archive.error} />}
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
          : `It takes effect after ${clanGraceDays} days. Until then only you see it, and you can restore it.`
      }
    >
      <div>
        {clan.deletes_at ? (
          <RestoreButton clan={clan} />
        ) : (
          <Button variant="danger" onClick={() => setAsking(true)}>
            Delete the clan
          </Button>
        )}
      </div>
      {isAsking && <DeleteClanDialog clan={clan} onClose={() => setAsking(false)} />}
    </Card>
  );
}

export function RestoreButton({ clan }: { clan: Pick<Clan, "id"> }) {
  const restore = useRestoreClan(clan.id);
  return (
    <Row>
      <Button variant="primary" busy={restore.isPending} onClick={() => restore.isPending || restore.mutate()}>
        Restore the clan
      </Button>
      <ErrorMessage error={restore.error} />
    </Row>
  );
}

function DeleteClanDialog({ clan, onClose }: { clan: Clan; onClose: () => void }) {
  const [typed, setTyped] = useState("");
  const [typedProblem, setTypedProblem] = useState<string | null>(null);
  const deletion = useDeleteClan(clan.id);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const isTyped = toNameKey(typed) === toNameKey(clan.name);
    setTypedProblem(isTyped ? null : `Type the clan’s name: ${clan.name}`);
    if (isTyped && !deletion.isPending) deletion.mutate(clan.name, { onSuccess: onClose });
  };
  return (
    <Dialog title={`Delete ${clan.name}?`} onClose={onClose}>
      <ul className="bulleted">
        <li>Members lose access now, and public links stop working.</li>
        <li>For {clanGraceDays} days you can restore it here or under My Clans.</li>
        <li>Then its players, entries and boards are gone for good.</li>
      </ul>
      <Form onSubmit={submit}>
        <FormSummary error={deletion.error && errorText(deletion.error)} wrongFields={typedProblem ? 1 : 0} />
        <TextField
          label={`Type “${clan.name}” to confirm`}
          autoComplete="off"
          spellCheck={false}
          value={typed}
          error={typedProblem}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        <SubmitActions action="Delete the clan" busy={deletion.isPending} danger onCancel={onClose} />
      </Form>
    </Dialog>
  );
}
