import { useQuery } from "@tanstack/react-query";
import { profileQuery } from "../../domain/profile.ts";
import { Button } from "../../ui/core/button.tsx";
import { FormSummary } from "../../ui/core/notice.tsx";
import type { InviteGrant } from "./invite-grant.ts";
import type { InviteRefusal } from "./invite-refusal.ts";
import styles from "./invites.module.css";

export function WhoYouWillBe({ grant }: { grant: InviteGrant }) {
  return (
    <p className={styles.promise}>
      You will be linked to <strong>{grant.memberName}</strong> in <strong>{grant.clanName}</strong>.
    </p>
  );
}

interface ContinueAsProps {
  refusal: InviteRefusal | null;
  isLinking: boolean;
  onAccept: () => void;
  onChangeAccount: () => void;
}

/** For somebody who is signed in: with this account, or out and back with another. */
export function ContinueAs({ refusal, isLinking, onAccept, onChangeAccount }: ContinueAsProps) {
  const { data: profile } = useQuery(profileQuery);
  return (
    <div className={styles.choices}>
      <FormSummary error={refusal?.kind === "failed" && refusal.text} wrongFields={0} />
      <Button variant="primary" busy={isLinking} aria-disabled={isLinking} onClick={() => isLinking || onAccept()}>
        {profile ? `Continue as ${profile.email ?? profile.display_name}` : "Continue with this account"}
      </Button>
      <Button onClick={onChangeAccount}>Use another account</Button>
    </div>
  );
}
