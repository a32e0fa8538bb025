import type { ClanCard } from "@clanhall/contract/clans";
import buttons from "../../ui/button.module.css";
import { Problem } from "../../ui/feedback.tsx";
import { focusWhenLost } from "../../ui/focus-when-lost.ts";
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
        focusWhenLost(document.querySelector("#main"));
      },
    });
  };
  return (
    <div className={styles.notice}>
      <p>
        <strong>{offeredBy} offers you this clan.</strong> If you accept, you own it and {offeredBy} stays as a
        maintainer.
      </p>
      <div className={styles.actions}>
        <button type="button" className={buttons.primary} aria-busy={answer.isPending} onClick={() => give(true)}>
          Accept
        </button>
        <button type="button" className={buttons.secondary} aria-busy={answer.isPending} onClick={() => give(false)}>
          Decline
        </button>
      </div>
      <Problem error={answer.error} />
    </div>
  );
}
