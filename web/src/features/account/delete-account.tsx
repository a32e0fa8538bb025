import type { Profile } from "@clanhall/contract/account";
import { useState } from "react";
import { restoreLostFocus } from "../../ui/focus.ts";
import { ErrorMessage, Notice } from "../../ui/core/notice.tsx";
import { Button } from "../../ui/core/button.tsx";
import { lazyDialog } from "../../ui/lazy-dialog.tsx";
import { formatFullDate } from "../../lib/format.ts";
import { showToast } from "../../ui/toasts.ts";
import { useKeepAccount } from "./api.ts";
import styles from "./account.module.css";
import { Card } from "../../ui/card.tsx";

const DeleteDialog = lazyDialog(async () => (await import("./delete-dialog.tsx")).DeleteDialog);

export function DeleteCard({ profile }: { profile: Profile }) {
  const [isAsking, setAsking] = useState(false);
  const { deletes_at: deletesAt } = profile;
  return (
    <Card
      title="Delete my account"
      line={
        deletesAt
          ? `You asked for this. Your account is deleted on ${formatFullDate(deletesAt)}.`
          : "It takes effect after 14 days. Until then you can change your mind."
      }
    >
      <div>{deletesAt ? <KeepAccount /> : <Button onClick={() => setAsking(true)}>Delete my account</Button>}</div>
      {isAsking && <DeleteDialog hasPassword={profile.has_password} onClose={() => setAsking(false)} />}
    </Card>
  );
}

function KeepAccount() {
  const keep = useKeepAccount();
  const keepIt = async () => {
    if (keep.isPending) return;
    await keep.mutateAsync().then(tell, () => undefined);
  };
  return (
    <div className={styles.actions}>
      <Button variant="primary" busy={keep.isPending} onClick={() => void keepIt()}>
        Keep my account
      </Button>
      <ErrorMessage error={keep.error} />
    </div>
  );
}

function tell(): void {
  showToast({ kind: "success", message: "Your account stays" });
  restoreLostFocus(document.querySelector("#main"));
}

/** Stands above every section while the account waits for its end. */
export function DeletionNotice({ deletesAt }: { deletesAt: string }) {
  return (
    <Notice tone="warning" role="region" aria-label="Your account will be deleted">
      <p>
        <strong>Your account will be deleted on {formatFullDate(deletesAt)}.</strong> Until then everything works as
        before and you can change your mind.
      </p>
      <KeepAccount />
    </Notice>
  );
}
