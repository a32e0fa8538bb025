import { type Activity, activityBinDays } from "@clanhall/contract/activities";
import type { ClanCard } from "@clanhall/contract/clans";
import { useQuery } from "@tanstack/react-query";
import { BinDialog } from "../../ui/bin-dialog.tsx";
import { lazyDialog } from "../../ui/lazy-dialog.tsx";
import { binQuery } from "./api.ts";
import { ActivityMark, labelsOf } from "./columns.tsx";

/** What is open above the activities. */
export type OpenDialog =
  | { kind: "add"; like?: Activity }
  | { kind: "edit" | "rescore"; row: Activity }
  | { kind: "template" | "copy" | "import" | "bin" };

const ActivityForm = lazyDialog(async () => (await import("./form.tsx")).ActivityForm);
const RescoreDialog = lazyDialog(async () => (await import("./rescore.tsx")).RescoreDialog);
const TemplateDialog = lazyDialog(async () => (await import("./sets.tsx")).TemplateDialog);
const CopyDialog = lazyDialog(async () => (await import("./copy-dialog.tsx")).CopyDialog);
const ActivityImport = lazyDialog(async () => (await import("./import.tsx")).ActivityImport);

interface ActivityDialogsProps {
  dialog: OpenDialog;
  clan: ClanCard;
  today: string;
  categories: string[];
  onRestore: (row: Activity) => void;
  onClose: () => void;
}

export function ActivityDialogs({ dialog, clan, today, categories, onRestore, onClose }: ActivityDialogsProps) {
  const shared = { clanId: clan.id, onClose };
  switch (dialog.kind) {
    case "add":
      return <ActivityForm {...shared} row={null} like={dialog.like} today={today} categories={categories} />;
    case "edit":
      return <ActivityForm {...shared} row={dialog.row} today={today} categories={categories} />;
    case "rescore":
      return <RescoreDialog {...shared} row={dialog.row} today={today} />;
    case "template":
      return <TemplateDialog {...shared} gameId={clan.game?.id ?? null} />;
    case "copy":
      return <CopyDialog {...shared} />;
    case "import":
      return <ActivityImport {...shared} />;
    default:
      return <Bin {...shared} onRestore={onRestore} />;
  }
}

function markOf(row: Activity) {
  return <ActivityMark row={row} />;
}

function Bin({ clanId, ...dialog }: { clanId: string; onRestore: (row: Activity) => void; onClose: () => void }) {
  return (
    <BinDialog
      query={useQuery(binQuery(clanId))}
      days={activityBinDays}
      note={`Deleted activities are kept for ${activityBinDays} days.`}
      icon={markOf}
      nameOf={({ name }) => name}
      describe={labelsOf}
      {...dialog}
    />
  );
}
