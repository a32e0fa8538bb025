import { createNameMatcher } from "@clanhall/contract/rules/name-matching";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { membersQuery, toMembers } from "../../domain/members.ts";
import { plural } from "../../lib/format.ts";
import { Textarea } from "../../ui/fields.tsx";
import { SubmitDialog } from "../../ui/forms/text-dialog.tsx";
import { showToast } from "../../ui/toasts.ts";
import type { Sheet } from "./sheet/day-sheet.ts";

interface TakeOrderDialogProps {
  sheet: Sheet;
  clanId: string;
  onTake: (ids: string[]) => void;
  onClose: () => void;
}

/** The players as they stand in the game, or in somebody's spreadsheet; those who are not in the list come after. */
export function TakeOrderDialog({ sheet, clanId, onTake, onClose }: TakeOrderDialogProps) {
  const [text, setText] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const { data: members, error } = useQuery({ ...membersQuery(clanId), select: toMembers });
  const take = () => {
    const shown = new Set(sheet.members.map(({ id }) => id));
    const match = createNameMatcher((members ?? []).filter(({ id }) => shown.has(id)));
    const names = text.split(/[\n\r\t]+/).filter((name) => name.trim() !== "");
    const found = [...new Set(names.flatMap((name) => match(name)?.member.id ?? []))];
    if (found.length === 0) return setProblem("None of these names is on the roster.");
    onTake([...found, ...[...shown].filter((id) => !found.includes(id))]);
    showToast({ message: `${plural(found.length, "player")} in the order of the list` });
    onClose();
  };
  return (
    <SubmitDialog
      title="Take the order of a list"
      action="Take this order"
      input={text}
      isReady={members !== undefined}
      work={{ isPending: false, error }}
      onSubmit={take}
      onClose={onClose}
    >
      <p>Paste the names, one below the other. This becomes your own order.</p>
      <Textarea
        label="Names"
        rows={8}
        spellCheck={false}
        value={text}
        error={problem}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value);
          setProblem(null);
        }}
      />
    </SubmitDialog>
  );
}
