import { type Clan, type ClanCard, clanGraceDays } from "@clanhall/contract/clans";
import { type SubmitEvent, useState } from "react";
import { Muted, Row, Stack } from "../../ui/core/layout.tsx";
import { ErrorMessage, FormSummary, Notice } from "../../ui/core/notice.tsx";
import { Button } from "../../ui/core/button.tsx";
import { Card } from "../../ui/card.tsx";
import { formatFullDate } from "../../lib/format.ts";
import { useWhileMounted } from "../../lib/hooks.ts";
import { mutateEach } from "../../lib/mutations.ts";
import { LazyConfirmDialog } from "../../ui/lazy-dialog.tsx";
import {
  useAnswerOffer,
  useArchiveClan,
  useCancelTransfer,
  useDeleteClan,
  useOfferClan,
  useRestoreClan,
} from "./api.ts";
import { toNameKey } from "@clanhall/contract/text";
import { Form, TextField } from "../../ui/core/field.tsx";
import { errorText } from "../../lib/error-text.ts";
import { Dialog, SubmitActions } from "../../ui/dialog.tsx";
import { useQuery } from "@tanstack/react-query";
import { membersQuery, toMembers } from "../../domain/members.ts";
import { AsyncSection } from "../../ui/async-section.tsx";
import { Select } from "../../ui/core/select.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { restoreLostFocus } from "../../ui/focus.ts";
import { useLateError } from "../../ui/late-error.ts";
import { showToast } from "../../ui/toasts.ts";

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
      title={clan.archived_at ? "Reopen the clan" : "Archive the clan"}
      line={
        clan.archived_at
          ? `Archived on ${formatFullDate(clan.archived_at)}. If you reopen it, everything works as before.`
          : "For a clan that has stopped. It can still be read, nothing can be changed, and its links are off."
      }
    >
      <div>
        {clan.archived_at ? (
          <Button busy={archive.isPending} onClick={() => archive.isPending || archive.mutate(false)}>
            Reopen the clan
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
          <p>Everyone can still read it. You can reopen it at any time.</p>
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
  const close = useWhileMounted(onClose);
  const title = `Delete ${clan.name}?`;
  const sayLate = useLateError(title);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const isTyped = toNameKey(typed) === toNameKey(clan.name);
    setTypedProblem(isTyped ? null : `Type the clan’s name: ${clan.name}`);
    if (isTyped && !deletion.isPending) mutateEach(deletion, clan.name, () => close(), sayLate);
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <ul className="bulleted">
        <li>Members lose access now, and public links stop working.</li>
        <li>For {clanGraceDays} days you can restore it here or under My Clans.</li>
        <li>Then its players, values and boards are gone for good.</li>
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

function TransferCard({ clan }: { clan: Clan }) {
  return (
    <Card title="Transfer the clan" line="Another member becomes the owner once they accept; you stay as a maintainer.">
      {clan.transfer ? <Pending clan={clan} transfer={clan.transfer} /> : <Offer clan={clan} />}
    </Card>
  );
}

function Pending({ clan, transfer }: { clan: Clan; transfer: NonNullable<Clan["transfer"]> }) {
  const cancel = useCancelTransfer(clan.id);
  return (
    <Notice>
      <p>
        You offered to transfer the clan to <strong>{transfer.to_name}</strong>{" "}
        <RelativeTime iso={transfer.created_at} />. It stays yours until they accept.
      </p>
      <Row>
        <Button busy={cancel.isPending} onClick={() => cancel.isPending || cancel.mutate()}>
          Cancel the transfer
        </Button>
      </Row>
      <ErrorMessage error={cancel.error} />
    </Notice>
  );
}

function Offer({ clan }: { clan: Clan }) {
  const members = useQuery({ ...membersQuery(clan.id, { linked: "true" }), select: toMembers });
  return (
    <AsyncSection query={members} what="The members" lines={1}>
      {(all) => {
        const others = all.filter(({ is_me, status }) => !is_me && status === "active");
        if (others.length > 0) return <OfferForm clan={clan} members={others} />;
        return <Muted as="p">Nobody else in the clan has an account yet. Invite someone first.</Muted>;
      }}
    </AsyncSection>
  );
}

function OfferForm({ clan, members }: { clan: Clan; members: { id: string; name: string }[] }) {
  const [memberId, setMemberId] = useState("");
  const [isAsking, setAsking] = useState(false);
  const offer = useOfferClan(clan.id);
  const chosen = members.find(({ id }) => id === memberId);
  return (
    <Stack gap={5}>
      <Select
        label="New owner"
        value={memberId}
        onChange={(value) => setMemberId(value)}
        options={[
          { value: "", label: "Choose a member" },
          ...members.map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
      <div>
        <Button disabled={!chosen} onClick={() => setAsking(true)}>
          Transfer the clan
        </Button>
      </div>
      {isAsking && chosen && (
        <LazyConfirmDialog
          title={`Transfer the clan to ${chosen.name}?`}
          action="Transfer"
          onConfirm={() => offer.mutateAsync(chosen.id)}
          onClose={() => setAsking(false)}
        >
          <p>Once {chosen.name} accepts, only they can change the settings or transfer the clan back.</p>
        </LazyConfirmDialog>
      )}
    </Stack>
  );
}

interface OfferNoticeProps {
  clan: Pick<ClanCard, "id" | "name">;
  /** The owner's player. */
  offeredBy: string;
}

/** A clan that its owner wants to transfer to the reader. */
export function OfferNotice({ clan: { id, name }, offeredBy }: OfferNoticeProps) {
  const answer = useAnswerOffer(id);
  const give = (isAccepted: boolean) => {
    if (answer.isPending) return;
    mutateEach(answer, isAccepted, () => {
      const message = isAccepted ? `${name} is yours now` : `You declined the transfer of ${name}`;
      showToast({ kind: "success", message });
      restoreLostFocus();
    });
  };
  return (
    <Notice>
      <p>
        <strong>{offeredBy} wants to transfer this clan to you.</strong> If you accept, you own it and {offeredBy} stays
        as a maintainer.
      </p>
      <Row>
        <Button variant="primary" busy={answer.isPending} onClick={() => give(true)}>
          Accept
        </Button>
        <Button busy={answer.isPending} onClick={() => give(false)}>
          Decline
        </Button>
      </Row>
      <ErrorMessage error={answer.error} />
    </Notice>
  );
}
