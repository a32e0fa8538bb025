import { passcodeMin, type Scoreboard, shareDays, shareScoreboard } from "@clanhall/contract/scoreboards";
import { type SyntheticEvent, useState } from "react";
import { call } from "../../lib/api-client.ts";
import { toDateInput } from "../../lib/format.ts";
import { Inset } from "../../ui/card.tsx";
import { TextField } from "../../ui/core/field.tsx";
import { Muted } from "../../ui/core/layout.tsx";
import { Select } from "../../ui/core/select.tsx";
import { DayField } from "../../ui/day-field.tsx";
import { FieldGrid, Switch } from "../../ui/fields.tsx";
import { useNow } from "../../ui/relative-time.tsx";
import { showToast } from "../../ui/toasts.ts";
import { isRepeating } from "./format.ts";
import { type LinkEnd, linkEnds, momentOf } from "./share-fields.tsx";

/** The link that a new board gets at once, where somebody wants that. */
export function useNewLink(isOnAtFirst: boolean) {
  const [isOn, setOn] = useState(isOnAtFirst);
  const [chosen, setEnd] = useState<LinkEnd | null>(null);
  const [date, setDate] = useState("");
  const [passcode, setPasscode] = useState("");
  const [isChecked, setChecked] = useState(false);
  const isPast = chosen === "date" && momentOf(chosen, date) === undefined;
  const isShort = passcode !== "" && passcode.length < passcodeMin;
  return {
    isOn,
    setOn,
    chosen,
    setEnd,
    date,
    setDate,
    passcode,
    setPasscode,
    errors: {
      date: isChecked && isPast ? "Choose today or a later day." : null,
      passcode: isChecked && isShort ? `A passcode has at least ${passcodeMin} characters.` : null,
    },
    /** Sends the form only with a link that can be made. */
    guard: (submit: (event: SyntheticEvent) => void) => (event: SyntheticEvent) => {
      if (isOn && (isPast || isShort)) {
        event.preventDefault();
        setChecked(true);
      } else submit(event);
    },
    /** The board is there by now, whatever becomes of its link. */
    share: async (board: Scoreboard): Promise<Scoreboard> => {
      const expires_at = momentOf(chosen ?? proposedEnd(board.period.kind), date);
      if (!isOn || board.public_activities === 0 || expires_at === undefined) return board;
      const body = { expires_at, ...(passcode && { passcode }) };
      try {
        return await call(shareScoreboard, { params: { scoreboardId: board.id }, body });
      } catch {
        showToast({ kind: "error", message: "The link could not be switched on. Try it with Share." });
        return board;
      }
    },
  };
}

/** A board that goes on and on needs no new link every month. */
function proposedEnd(periodKind: string): LinkEnd {
  return isRepeating(periodKind) ? "never" : (String(shareDays) as LinkEnd);
}

interface NewLinkFieldsProps {
  link: ReturnType<typeof useNewLink>;
  /** Of the board, as it is chosen by now. */
  periodKind: string;
  /** Visitors see something of the board. */
  isPossible: boolean;
}

export function NewLinkFields({ link, periodKind, isPossible }: NewLinkFieldsProps) {
  const now = useNow();
  if (!isPossible) {
    return <Muted as="p">None of these activities is shown on public scoreboards, so the board has no link.</Muted>;
  }
  const end = link.chosen ?? proposedEnd(periodKind);
  const never = isRepeating(periodKind) ? "Never, as the board repeats" : linkEnds.never;
  return (
    <Inset>
      <Switch
        label={<strong>Public link</strong>}
        hint="Anybody with the link sees names as each player allows, and nothing else about them."
        checked={link.isOn}
        onChange={link.setOn}
      />
      {link.isOn && (
        <FieldGrid>
          <Select
            label="The link ends"
            value={end}
            onChange={(value) => link.setEnd(value as LinkEnd)}
            options={Object.entries({ ...linkEnds, never }).map(([value, label]) => ({ value, label }))}
          />
          {end === "date" && (
            <DayField
              label="Last day of the link"
              value={link.date}
              min={toDateInput(now)}
              error={link.errors.date}
              onChange={link.setDate}
            />
          )}
          <TextField
            label="Passcode"
            placeholder="none"
            value={link.passcode}
            maxLength={64}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            error={link.errors.passcode}
            onChange={({ currentTarget }) => link.setPasscode(currentTarget.value)}
          />
        </FieldGrid>
      )}
    </Inset>
  );
}
