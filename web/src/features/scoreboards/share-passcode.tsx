import { type Scoreboard } from "@clanhall/contract/scoreboards";
import { passcodeMin } from "@clanhall/contract/scoreboard-links";
import { useState } from "react";
import { ErrorMessage, SavedNote } from "../../ui/core/notice.tsx";
import { TextField } from "../../ui/core/field.tsx";
import { Button } from "../../ui/core/button.tsx";
import { useShare } from "./share-api.ts";
import styles from "./share.module.css";

/** A word that visitors have to know beside the link. */
export function SharePasscode({ board, hasPasscode }: { board: Scoreboard; hasPasscode: boolean }) {
  const { change } = useShare(board);
  const [typed, setTyped] = useState("");
  const [isRefused, setRefused] = useState(false);
  const send = (passcode: string | null) => {
    const isShort = passcode !== null && passcode.length < passcodeMin;
    setRefused(isShort);
    if (!isShort && !change.isPending) change.mutate({ passcode }, { onSuccess: () => setTyped("") });
  };
  return (
    <form
      className={styles.part}
      onSubmit={(event) => {
        event.preventDefault();
        send(typed);
      }}
    >
      <p>{hasPasscode ? "Visitors are asked for the passcode." : "Visitors need nothing but the link."}</p>
      <p className={styles.note}>Keep a passcode somewhere: it cannot be shown again.</p>
      <div className={styles.fields}>
        <TextField
          label={hasPasscode ? "New passcode" : "Passcode"}
          value={typed}
          maxLength={64}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          error={isRefused ? `A passcode has at least ${passcodeMin} characters.` : null}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        <Button type="submit" busy={change.isPending}>
          {hasPasscode ? "Change passcode" : "Set passcode"}
        </Button>
        {hasPasscode && <Button onClick={() => send(null)}>Remove passcode</Button>}
      </div>
      <SavedNote text={change.isSuccess && "Passcode changed"} />
      <ErrorMessage error={change.error} />
    </form>
  );
}
