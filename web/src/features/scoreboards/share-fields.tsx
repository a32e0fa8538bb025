import { type Scoreboard } from "@clanhall/contract/scoreboards";
import { shareDays } from "@clanhall/contract/scoreboard-links";
import { useState } from "react";
import { formatDateTime, toDateInput } from "../../lib/format.ts";
import { Button } from "../../ui/core/button.tsx";
import { ErrorMessage, SavedNote } from "../../ui/core/notice.tsx";
import { Select } from "../../ui/core/select.tsx";
import { DateField } from "../../ui/date-field.tsx";
import { linkStateOf } from "./link-words.ts";
import { useShare } from "./share-api.ts";
import styles from "./share.module.css";

const dayMs = 86_400_000;
const choices = { "7": "7 days", "30": "30 days", "90": "90 days", date: "Until a date", never: "Without end" };
type Choice = keyof typeof choices;

/** How long the link works, counted from now. */
export function ShareExpiry({ board, now }: { board: Scoreboard; now: number }) {
  const { change } = useShare(board);
  const [choice, setChoice] = useState<Choice>(
    board.share?.expires_at === null ? "never" : (String(shareDays) as Choice),
  );
  const [date, setDate] = useState("");
  const [isRefused, setRefused] = useState(false);
  const send = () => {
    const until = momentOf(choice, date);
    setRefused(until === undefined);
    if (until !== undefined && !change.isPending) change.mutate({ expires_at: until });
  };
  return (
    <div className={styles.part}>
      <p>{expiryText(board, now)}</p>
      <div className={styles.fields}>
        <Select
          label="Link works for"
          value={choice}
          onChange={(value) => setChoice(value as Choice)}
          options={Object.entries(choices).map(([value, words]) => ({ value: value, label: words }))}
        />
        {choice === "date" && (
          <DateField
            label="Last day"
            value={date}
            min={toDateInput(now)}
            error={isRefused ? "Choose today or a later day." : null}
            onChange={(day) => setDate(day)}
          />
        )}
        <Button busy={change.isPending} onClick={send}>
          Set expiry
        </Button>
      </div>
      <SavedNote text={change.isSuccess && "Expiry set"} />
      <ErrorMessage error={change.error} />
    </div>
  );
}

/** When the link ends; null is never, and undefined when no day was chosen that is still to come. */
function momentOf(choice: Choice, date: string, now = Date.now()): string | null | undefined {
  if (choice === "never") return null;
  if (choice !== "date") return new Date(now + Number(choice) * dayMs).toISOString();
  const end = new Date(`${date}T23:59:59`);
  return end.getTime() > now ? end.toISOString() : undefined;
}

function expiryText(board: Scoreboard, now: number): string {
  const expiresAt = board.share?.expires_at ?? null;
  if (expiresAt === null) return "The link works without end.";
  const moment = formatDateTime(expiresAt);
  return linkStateOf(board, now) === "expired" ? `The link expired on ${moment}.` : `The link works until ${moment}.`;
}
