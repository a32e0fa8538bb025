import { type PublicName, publicNames } from "@clanhall/contract/account";
import { useQuery } from "@tanstack/react-query";
import { hasStatus } from "../../lib/call-error.ts";
import { ConflictNotice } from "../../ui/conflict-notice.tsx";
import { Problem, SavedNote } from "../../ui/feedback.tsx";
import { LoadedPart } from "../../ui/loaded-part.tsx";
import { SelectField } from "../../ui/select-field.tsx";
import { clanSettingsQuery, useChoosePublicName } from "./players.api.ts";

const words: Record<PublicName, string> = {
  name: "My player’s name",
  alias: "My alias, where there is one",
  hidden: "No name",
};

const usualWords: Record<PublicName, string> = { name: "player’s name", alias: "alias", hidden: "no name" };

interface NameChoiceProps {
  clanId: string;
  clanName: string;
  /** What the profile says, for clans without a choice of their own. */
  usual: PublicName;
}

/** How strangers read the player's name on the boards of one clan; saved with the click. */
export function PlayerNameChoice({ clanId, clanName, usual }: NameChoiceProps) {
  const settings = useQuery(clanSettingsQuery(clanId));
  const choose = useChoosePublicName(clanId);
  const { variables } = choose;
  const toWords = (name: PublicName | null) =>
    name === null ? `As in my profile (${usualWords[usual]})` : words[name];
  return (
    <LoadedPart query={settings} what={`Your choice for ${clanName}`} lines={1}>
      {({ public_name: chosen, version }) => (
        <>
          <SelectField
            label="My name on public boards"
            aria-label={`My name on public boards of ${clanName}`}
            value={chosen ?? ""}
            onChange={({ currentTarget }) => choose.mutate({ name: toChoice(currentTarget.value), version })}
          >
            <option value="">{toWords(null)}</option>
            {publicNames.map((name) => (
              <option key={name} value={name}>
                {words[name]}
              </option>
            ))}
          </SelectField>
          {hasStatus(choose.error, 409) && variables ? (
            <ConflictNotice
              theirs={toWords(chosen)}
              onTakeTheirs={choose.reset}
              onKeepMine={() => choose.mutate({ name: variables.name, version })}
            />
          ) : (
            <Problem error={choose.error} />
          )}
          <SavedNote text={choose.isSuccess && "Saved"} />
        </>
      )}
    </LoadedPart>
  );
}

function toChoice(value: string): PublicName | null {
  return publicNames.find((name) => name === value) ?? null;
}
