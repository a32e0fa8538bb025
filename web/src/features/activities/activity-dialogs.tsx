import type { Activity } from "@clanhall/contract/activities";
import type { ClanCard } from "@clanhall/contract/clans";
import { lazyDialog } from "../../ui/lazy-dialog.tsx";

/** What is open above the activities. */
export type OpenDialog =
  | { kind: "add"; like?: Activity }
  | { kind: "edit" | "rescore"; row: Activity }
  | { kind: "template" | "copy" | "import" | "bin" };

const ActivityForm = lazyDialog(async () => (await import("./form.tsx")).ActivityForm);
const RescoreDialog = lazyDialog(async () => (await import("./rescore-dialog.tsx")).RescoreDialog);
const TemplateDialog = lazyDialog(async () => (await import("./template-dialog.tsx")).TemplateDialog);
const CopyDialog = lazyDialog(async () => (await import("./copy-dialog.tsx")).CopyDialog);
const ImportDialog = lazyDialog(async () => (await import("./import-dialog.tsx")).ImportDialog);
const BinDialog = lazyDialog(async () => (await import("./bin-dialog.tsx")).BinDialog);

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
      return <ImportDialog {...shared} />;
    default:
      return <BinDialog {...shared} onRestore={onRestore} />;
  }
}
