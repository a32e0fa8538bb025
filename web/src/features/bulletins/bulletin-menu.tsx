import type { Bulletin } from "@clanhall/contract/bulletins";
import { DotsMenu, type MenuItem } from "../../ui/menu-button.tsx";
import type { BulletinsChange } from "./bulletins-address.ts";
import type { BulletinActions } from "./use-bulletin-actions.ts";

interface BulletinMenuProps {
  bulletin: Bulletin;
  /** An archived clan's bulletins can be read, but not changed. */
  canEdit: boolean;
  actions: BulletinActions;
  onShow: (change: BulletinsChange) => void;
}

/** Everything a manager can do to a bulletin in its state. */
export function BulletinMenu({ bulletin, canEdit, actions, onShow }: BulletinMenuProps) {
  const { id, title, state, pinned } = bulletin;
  const show = (what: BulletinsChange["show"]) => () => onShow({ bulletin: id, show: what ?? null });
  const isWaiting = state === "draft" || state === "scheduled";
  const changes: (MenuItem | false)[] = [
    { label: "Edit", onChoose: show("edit") },
    isWaiting && { label: "Publish now", onChoose: () => actions.publish(bulletin) },
    state === "live" && { label: "Withdraw to draft", onChoose: () => actions.withdraw(bulletin) },
    { label: pinned ? "Unpin" : "Pin", onChoose: () => actions.pin(bulletin, !pinned) },
    { label: "History", onChoose: show("history") },
    !isWaiting && { label: "Seen by", onChoose: show("seen") },
    { label: "Delete", onChoose: () => actions.remove(bulletin), isDanger: true },
  ];
  const items: (MenuItem | false)[] = [
    { label: isWaiting ? "Preview" : "Read", onChoose: show(null) },
    ...(canEdit ? changes : []),
  ];
  return <DotsMenu label={`Actions for ${title}`} items={items.filter((item) => item !== false)} />;
}
