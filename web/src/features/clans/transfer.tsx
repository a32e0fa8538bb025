import type { Clan, ClanCard } from "@clanhall/contract/clans";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { membersQuery, toMembers } from "../../domain/members.ts";
import { AsyncSection } from "../../ui/async-section.tsx";
import { Button } from "../../ui/core/button.tsx";
import { Muted, Row, Stack } from "../../ui/core/layout.tsx";
import { ErrorMessage, Notice } from "../../ui/core/notice.tsx";
import { Select } from "../../ui/core/select.tsx";
import { Card } from "../../ui/card.tsx";
import { LazyConfirmDialog } from "../../ui/lazy-dialog.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { useCancelTransfer, useOfferClan, useAnswerOffer } from "./api.ts";
import { restoreLostFocus } from "../../ui/focus.ts";
import { showToast } from "../../ui/toasts.ts";

export function TransferCard({ clan }: { clan: Clan }) {
  return (
    <Card
      title="Hand over the clan"
      line="Another member becomes the owner once they accept; you stay as a maintainer."
    >
      {clan.transfer ? <Pending clan={clan} transfer={clan.transfer} /> : <Offer clan={clan} />}
    </Card>
  );
}

function Pending({ clan, transfer }: { clan: Clan; transfer: NonNullable<Clan["transfer"]> }) {
  const cancel = useCancelTransfer(clan.id);
  return (
    <Notice>
      <p>
        You offered the clan to <strong>{transfer.to_name}</strong> <RelativeTime iso={transfer.created_at} />. It stays
        yours until they accept.
      </p>
      <Row>
        <Button busy={cancel.isPending} onClick={() => cancel.isPending || cancel.mutate()}>
          Cancel the offer
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
        return <Muted as="p">Nobody else in the clan has an account yet. Invite somebody first.</Muted>;
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
          Offer the clan
        </Button>
      </div>
      {isAsking && chosen && (
        <LazyConfirmDialog
          title={`Offer the clan to ${chosen.name}?`}
          action="Offer"
          onConfirm={() => offer.mutateAsync(chosen.id)}
          onClose={() => setAsking(false)}
        >
          <p>Once {chosen.name} accepts, only they can change the settings or give the clan back.</p>
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

/** A clan that its owner wants to hand over to the reader. */
export function OfferNotice({ clan: { id, name }, offeredBy }: OfferNoticeProps) {
  const answer = useAnswerOffer(id);
  const give = (isAccepted: boolean) => {
    if (answer.isPending) return;
    answer.mutate(isAccepted, {
      onSuccess: () => {
        const message = isAccepted ? `${name} is yours now` : `You turned down ${name}`;
        showToast({ kind: "success", message });
        restoreLostFocus(document.querySelector("#main"));
      },
    });
  };
  return (
    <Notice>
      <p>
        <strong>{offeredBy} offers you this clan.</strong> If you accept, you own it and {offeredBy} stays as a
        maintainer.
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
