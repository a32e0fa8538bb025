import { type PublicName, publicNames } from "@clanhall/contract/account";
import { useQuery } from "@tanstack/react-query";
import { ErrorMessage, SavedNote } from "../../ui/core/notice.tsx";
import { AsyncSection } from "../../ui/async-section.tsx";
import { Select } from "../../ui/core/select.tsx";
import { hasStatus } from "../../lib/api-errors.ts";
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
  const isConflict = hasStatus(choose.error, 409);
  const toWords = (name: PublicName | null) =>
    name === null ? `As in my profile (${usualWords[usual]})` : words[name];
  return (
    <AsyncSection query={settings} what={`Your choice for ${clanName}`} lines={1}>
      {({ public_name: chosen, version }) => (
        <>
          <Select
            label="My name on public boards"
            aria-label={`My name on public boards of ${clanName}`}
            value={chosen ?? ""}
            conflict={
              isConflict && variables
                ? {
                    text: `Changed elsewhere: ${toWords(chosen)}`,
                    onTake: choose.reset,
                    onKeep: () => choose.mutate({ name: variables.name, version }),
                  }
                : null
            }
            onChange={(value) => choose.mutate({ name: toChoice(value), version })}
            options={[
              { value: "", label: toWords(null) },
              ...publicNames.map((name) => ({ value: name, label: words[name] })),
            ]}
          />
          {!isConflict && <ErrorMessage error={choose.error} />}
          <SavedNote text={choose.isSuccess && "Saved"} />
        </>
      )}
    </AsyncSection>
  );
}

function toChoice(value: string): PublicName | null {
  return publicNames.find((name) => name === value) ?? null;
}
