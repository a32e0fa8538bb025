import type { Bulletin } from "@clanhall/contract/bulletins";
import { MenuButton, type MenuItem } from "../../ui/menu-button.tsx";
import type { BulletinsChange } from "./bulletins-address.ts";
import styles from "./bulletins.module.css";
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
  return (
    <MenuButton
      label={`Actions for ${title}`}
      face={
        <svg width="18" height="18" viewBox="0 0 18 18" fill="currentColor" aria-hidden>
          <circle cx="9" cy="3.5" r="1.6" />
          <circle cx="9" cy="9" r="1.6" />
          <circle cx="9" cy="14.5" r="1.6" />
        </svg>
      }
      className={styles.menuButton}
      items={items.filter((item) => item !== false)}
    />
  );
}
