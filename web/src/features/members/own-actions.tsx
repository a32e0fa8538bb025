import { SubmitDialog } from "../../ui/forms/text-dialog.tsx";
import type { ClanCard } from "@clanhall/contract/clans";
import { memberFields } from "@clanhall/contract/fields/member-fields";
import { type Member, putMyAliases } from "@clanhall/contract/members";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { AwayDialog } from "../../domain/disputes.tsx";
import { call } from "../../lib/api-client.ts";
import { useWhileMounted } from "../../lib/hooks.ts";
import { Button } from "../../ui/core/button.tsx";
import { Combobox } from "../../ui/forms/combobox.tsx";
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

function AliasesDialog({ clanId, row, onClose }: AliasesDialogProps) {
  const [aliases, setAliases] = useState(row.aliases);
  const queries = useQueryClient();
  const close = useWhileMounted(onClose);
  const save = useMutation({
    mutationFn: () =>
      call(putMyAliases, { params: { clanId, memberId: row.id }, body: { aliases, version: row.version } }),
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: ["members", clanId] });
      showToast({ kind: "success", message: "Aliases saved" });
      close();
    },
  });
  return (
    <SubmitDialog
      title="Edit my aliases"
      action="Save"
      input={aliases}
      work={save}
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
      <Combobox
        label="Aliases"
        hint="Other names under which your values may be entered or imported."
        multiple
        allowNew
        max={memberFields.aliases.max}
        options={[]}
        value={aliases}
        onChange={setAliases}
      />
    </SubmitDialog>
  );
}
