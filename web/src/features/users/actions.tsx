import type { UserDetail } from "@clanhall/contract/admin-users";
import { useState } from "react";
import { useSendsMail } from "../../domain/profile.ts";
import { Button } from "../../ui/core/button.tsx";
import { Card } from "../../ui/card.tsx";
import { lazyDialog } from "../../ui/lazy-dialog.tsx";
import { listUserDeeds, type UserDeed } from "./user-deeds.ts";
import styles from "./user-detail.module.css";

const DeedDialog = lazyDialog(async () => (await import("./deed-dialog.tsx")).DeedDialog);

interface UserActionsProps {
  user: UserDetail;
  /** The account is not there any more. */
  onGone: () => void;
}

/** What can be done to the account as it is now. */
export function UserActions({ user, onGone }: UserActionsProps) {
  const sendsMail = useSendsMail();
  const [deed, setDeed] = useState<UserDeed | null>(null);
  return (
    <Card title="Actions" line="Each asks for a reason and is kept in the admin audit.">
      <div className={styles.actions}>
        {listUserDeeds(sendsMail)
          .filter(({ isPossible }) => isPossible(user))
          .map((possible) => (
            <Button key={possible.label} onClick={() => setDeed(possible)}>
              {possible.label}
            </Button>
          ))}
      </div>
      {deed && <DeedDialog user={user} deed={deed} onGone={onGone} onClose={() => setDeed(null)} />}
    </Card>
  );
}
