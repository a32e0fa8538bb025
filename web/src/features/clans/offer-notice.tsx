import type { ClanCard } from "@clanhall/contract/clans";
import { ErrorMessage, Notice } from "../../ui/core/notice.tsx";
import { restoreLostFocus } from "../../ui/focus.ts";
import { Button } from "../../ui/core/button.tsx";
import { showToast } from "../../ui/toasts.ts";
import styles from "./clans.module.css";
import { useAnswerOffer } from "./my-clans.api.ts";

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
      <div className={styles.actions}>
        <Button variant="primary" busy={answer.isPending} onClick={() => give(true)}>
          Accept
        </Button>
        <Button busy={answer.isPending} onClick={() => give(false)}>
          Decline
        </Button>
      </div>
      <ErrorMessage error={answer.error} />
    </Notice>
  );
}
