import type { Bulletin } from "@clanhall/contract/bulletins";
import { Menu, type MenuItem } from "../../ui/menu.tsx";
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
    { label: "Edit", onSelect: show("edit") },
    isWaiting && { label: "Publish now", onSelect: () => actions.publish(bulletin) },
    state === "live" && { label: "Withdraw to draft", onSelect: () => actions.withdraw(bulletin) },
    { label: pinned ? "Unpin" : "Pin", onSelect: () => actions.pin(bulletin, !pinned) },
    { label: "History", onSelect: show("history") },
    !isWaiting && { label: "Seen by", onSelect: show("seen") },
    { label: "Delete", onSelect: () => actions.remove(bulletin), danger: true },
  ];
  const items: (MenuItem | false)[] = [
    { label: isWaiting ? "Preview" : "Read", onSelect: show(null) },
    ...(canEdit ? changes : []),
  ];
  return <Menu label={`Actions for ${title}`} items={items.filter((item) => item !== false)} />;
}
