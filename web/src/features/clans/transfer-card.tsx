import type { Clan } from "@clanhall/contract/clans";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { membersQuery, toMembers } from "../../domain/members.ts";
import buttons from "../../ui/button.module.css";
import { Card } from "../../ui/card.tsx";
import { Problem } from "../../ui/feedback.tsx";
import { LazyConfirmDialog } from "../../ui/lazy-confirm-dialog.ts";
import { LoadedPart } from "../../ui/loaded-part.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { SelectField } from "../../ui/select-field.tsx";
import { useCancelOffer, useOfferClan } from "./clan-admin.api.ts";
import styles from "./clans.module.css";

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
  const cancel = useCancelOffer(clan.id);
  return (
    <div className={styles.notice}>
      <p>
        You offered the clan to <strong>{transfer.to_name}</strong> <RelativeTime iso={transfer.created_at} />. It stays
        yours until they accept.
      </p>
      <div className={styles.actions}>
        <button
          type="button"
          className={buttons.secondary}
          aria-busy={cancel.isPending}
          onClick={() => cancel.isPending || cancel.mutate()}
        >
          Take back the offer
        </button>
      </div>
      <Problem error={cancel.error} />
    </div>
  );
}

function Offer({ clan }: { clan: Clan }) {
  const members = useQuery({ ...membersQuery(clan.id, { linked: "true" }), select: toMembers });
  return (
    <LoadedPart query={members} what="The members" lines={1}>
      {(all) => {
        const others = all.filter(({ is_me, status }) => !is_me && status === "active");
        if (others.length > 0) return <OfferForm clan={clan} members={others} />;
        return <p className={styles.note}>Nobody else in the clan has an account yet. Invite somebody first.</p>;
      }}
    </LoadedPart>
  );
}

function OfferForm({ clan, members }: { clan: Clan; members: { id: string; name: string }[] }) {
  const [memberId, setMemberId] = useState("");
  const [isAsking, setAsking] = useState(false);
  const offer = useOfferClan(clan.id);
  const chosen = members.find(({ id }) => id === memberId);
  return (
    <div className={styles.form}>
      <SelectField
        label="New owner"
        value={memberId}
        onChange={({ currentTarget }) => setMemberId(currentTarget.value)}
      >
        <option value="">Choose a member</option>
        {members.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <div>
        <button type="button" className={buttons.secondary} disabled={!chosen} onClick={() => setAsking(true)}>
          Offer the clan
        </button>
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
    </div>
  );
}
