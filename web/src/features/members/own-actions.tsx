import type { ClanCard } from "@clanhall/contract/clans";
import { memberFields } from "@clanhall/contract/fields/member-fields";
import { type Member, memberSchemas, putMyAliases } from "@clanhall/contract/members";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { z } from "zod";
import { AwayDialog } from "../../domain/disputes.tsx";
import { call } from "../../lib/api-client.ts";
import { Button } from "../../ui/core/button.tsx";
import { Combobox } from "../../ui/forms/combobox.tsx";
import { FormDialog } from "../../ui/forms/form-dialog.tsx";
import { useVersionedForm } from "../../ui/forms/use-versioned-form.ts";
import { useSearchParams } from "../../ui/lists/search-filters.ts";
import { showToast } from "../../ui/toasts.ts";

/** Where a link leads straight to the dialog. */
const dialogParams = { show: { values: ["away"] } } as const;

/** What somebody does on the page of their own player. */
export function OwnActions({ clan, row }: { clan: ClanCard; row: AliasesDialogProps["row"] }) {
  const [dialog, setDialog] = useState<"away" | "aliases" | null>(null);
  const params = useSearchParams(dialogParams);
  const isAway = dialog === "away" || params.values.show === "away";
  const close = () => {
    setDialog(null);
    if (params.values.show !== "") params.set({ show: "" });
  };
  return (
    <>
      <Button onClick={() => setDialog("away")}>I am away</Button>
      <Button onClick={() => setDialog("aliases")}>Edit my aliases</Button>
      {isAway && <AwayDialog clanId={clan.id} today={clan.today.clan_date} onClose={close} />}
      {dialog === "aliases" && <AliasesDialog clanId={clan.id} row={row} onClose={close} />}
    </>
  );
}

interface AliasesDialogProps {
  clanId: string;
  row: Pick<Member, "aliases" | "id" | "version">;
  onClose: () => void;
}

const schema = z.object({ aliases: memberSchemas.aliases });

function AliasesDialog({ clanId, row, onClose }: AliasesDialogProps) {
  const queries = useQueryClient();
  const form = useVersionedForm({
    row,
    toFields: ({ aliases }: AliasesDialogProps["row"]) => ({ aliases }),
    initial: () => ({ aliases: row.aliases }),
    toBody: (fields: Pick<Member, "aliases">) => fields,
    schema,
    labels: { aliases: memberFields.aliases.label },
    save: ({ version }, { aliases }) =>
      call(putMyAliases, { params: { clanId, memberId: row.id }, body: { aliases, version } }),
    onSaved: () => {
      void queries.invalidateQueries({ queryKey: ["members", clanId] });
      showToast({ kind: "success", message: "Aliases saved" });
    },
    onClose,
  });
  return (
    <FormDialog title="Edit my aliases" action="Save" form={form} onClose={onClose}>
      <Combobox
        label={memberFields.aliases.label}
        hint="Other names under which your values may be entered or imported."
        multiple
        allowNew
        max={memberFields.aliases.max}
        options={[]}
        {...form.list("aliases")}
      />
    </FormDialog>
  );
}
