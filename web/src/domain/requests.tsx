import { disputeDays } from "@clanhall/contract/requests";
import { addDays } from "@clanhall/contract/rules/clan-day";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../ui/core/button.tsx";
import { lazyDialog } from "../ui/lazy-dialog.tsx";
import { myClansQuery } from "./clans.ts";
import type { DisputedCell } from "./decisions.ts";
import { mayInClan } from "./permissions.ts";

/** Says that one's own player is away. */
export const AwayDialog = lazyDialog(async () => (await import("./request-dialogs.tsx")).AwayDialog);
const DisputeDialog = lazyDialog(async () => (await import("./request-dialogs.tsx")).DisputeDialog);

interface DisputeButtonProps {
  clanId: string;
  cell: DisputedCell;
  /** Whether it was due and nothing was entered. */
  isMissing: boolean;
}

/** On a value of one's own that can still be disputed; nothing on any other. */
export function DisputeButton({ clanId, cell, isMissing }: DisputeButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const [isAway, setAway] = useState(false);
  const { data: clans = [] } = useQuery(myClansQuery);
  const clan = clans.find(({ id }) => id === clanId);
  if (!clan || clan.member_id !== cell.member.id || !mayInClan(clan, "request.make")) return null;
  const { clan_date: today } = clan.today;
  if (cell.day > today || cell.day < addDays(today, -disputeDays)) return null;
  return (
    <>
      <Button onClick={() => setOpen(true)}>This is wrong…</Button>
      {isMissing && cell.day < today && <Button onClick={() => setAway(true)}>I was away…</Button>}
      {isOpen && <DisputeDialog clanId={clanId} cell={cell} onClose={() => setOpen(false)} />}
      {isAway && <AwayDialog clanId={clanId} today={today} day={cell.day} onClose={() => setAway(false)} />}
    </>
  );
}
