import type { ClanCrest } from "@clanhall/contract/clan-drafts";
import type { Clan } from "@clanhall/contract/clans";
import { activityIcons } from "@clanhall/contract/fields/activity-fields";
import { avatarColor, tintCount } from "@clanhall/contract/rules/avatar";
import { ClanCrest as Crest, crestColors, crestTint } from "../../domain/clan-crest.tsx";
import { Muted, Row } from "../../ui/core/layout.tsx";
import { Choices, Swatch, SymbolChoice } from "../../ui/forms/choices.tsx";

interface CrestFieldProps {
  clan: Pick<Clan, "id" | "name">;
  value: ClanCrest;
  onChange: (crest: ClanCrest) => void;
}

const tints = Array.from({ length: tintCount }, (_, index) => index + 1);

/** What the clan is recognised by, everywhere beside its name. */
export function CrestField({ clan, value, onChange }: CrestFieldProps) {
  const tint = crestTint(clan.id, value);
  return (
    <>
      <Row>
        <Crest clan={{ ...clan, crest: value }} size={40} />
        <Muted>Crest, shown beside the name</Muted>
      </Row>
      <Choices
        label="Crest colour"
        values={tints}
        value={tint}
        nameOf={(choice) => crestColors[choice - 1] ?? ""}
        colorOf={avatarColor}
        renderPicture={() => <Swatch />}
        onChange={(choice) => onChange({ ...value, tint: choice })}
      />
      <Choices
        label="Crest symbol"
        values={activityIcons}
        value={value.symbol}
        nameOf={(symbol) => symbol || "Initials"}
        colorOf={() => undefined}
        renderPicture={(symbol) => (symbol === "" ? <strong>Aa</strong> : <SymbolChoice name={symbol} />)}
        onChange={(symbol) => onChange({ ...value, symbol })}
      />
    </>
  );
}
