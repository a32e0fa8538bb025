import type { BulletinChange } from "@clanhall/contract/bulletin-drafts";
import type { Bulletin, BulletinVersion } from "@clanhall/contract/bulletins";
import type { MenuItem } from "../../ui/menu.tsx";
import { showToast } from "../../ui/toasts.ts";
import { type BulletinAction, earlierMoment, useBulletinAction } from "./api.ts";
import type { DialogParams } from "./dialogs.tsx";

type BulletinActions = ReturnType<typeof useBulletinActions>;

/** What is said once it is done, and how it is taken back where that is possible. */
interface Outcome {
  message: (title: string) => string;
  undo?: (done: Bulletin) => void;
}

/** What is done to bulletins at once, each with a message and a way back where there is one. */
export function useBulletinActions(clanId: string) {
  const { mutate, error } = useBulletinAction(clanId);
  const act = (action: BulletinAction, { message, undo }: Outcome) => {
    mutate(action, {
      onSuccess: (done) =>
        showToast({
          kind: "success",
          message: message(done.title),
          ...(undo && { onUndo: () => undo(done) }),
        }),
    });
  };
  const change = (bulletin: Bulletin, next: BulletinChange, outcome: Outcome) =>
    act({ kind: "change", bulletin, change: next }, outcome);
  const restore = (bulletin: Bulletin) =>
    act({ kind: "restore", bulletin }, { message: (title) => `${title} is back` });
  const publish = (bulletin: Bulletin) =>
    change(
      bulletin,
      { publish_at: earlierMoment(bulletin), version: bulletin.version },
      { message: (title) => `${title} published` },
    );
  const pin = (bulletin: Bulletin, pinned: boolean) =>
    change(bulletin, { pinned }, { message: (title) => (pinned ? `${title} pinned` : `${title} unpinned`) });
  const rewrite = (bulletin: Bulletin, { title, content }: BulletinContent, outcome: Outcome) =>
    change(bulletin, { title, content, version: bulletin.version }, outcome);
  return {
    error,
    restore,
    publish,
    pin,
    remove: (bulletin: Bulletin) =>
      act({ kind: "delete", bulletin }, { message: (title) => `${title} is in the bin`, undo: restore }),
    withdraw: (bulletin: Bulletin) =>
      change(
        bulletin,
        { publish_at: null, version: bulletin.version },
        { message: (title) => `${title} is a draft again`, undo: publish },
      ),
    /** The text of an earlier version. */
    restoreVersion: (bulletin: Bulletin, before: BulletinVersion) =>
      rewrite(bulletin, before, {
        message: () => "Earlier version restored",
        undo: (done) => rewrite(done, bulletin, { message: () => "Change undone" }),
      }),
  };
}

type BulletinContent = Pick<Bulletin, "title" | "content">;

interface MenuInput {
  bulletin: Bulletin;
  /** An archived clan's bulletins can be read, but not changed. */
  canEdit: boolean;
  actions: BulletinActions;
  onShow: DialogParams["set"];
}

/** Everything a manager can do to a bulletin in its state. */
export function menuItems({ bulletin, canEdit, actions, onShow }: MenuInput): MenuItem[] {
  const { id, state, pinned } = bulletin;
  const show = (what: DialogParams["values"]["show"]) => () => onShow({ bulletin: id, show: what });
  const isWaiting = state === "draft" || state === "scheduled";
  const changes: (MenuItem | false)[] = [
    { label: "Edit", onSelect: show("edit") },
    isWaiting && { label: "Publish now", group: "decide", onSelect: () => actions.publish(bulletin) },
    state === "live" && { label: "Withdraw to draft", group: "decide", onSelect: () => actions.withdraw(bulletin) },
    { label: pinned ? "Unpin" : "Pin", onSelect: () => actions.pin(bulletin, !pinned) },
    { label: "History", group: "open", onSelect: show("history") },
    !isWaiting && { label: "Seen by", group: "open", onSelect: show("seen") },
    { label: "Delete", onSelect: () => actions.remove(bulletin), danger: true },
  ];
  const items: (MenuItem | false)[] = [
    { label: isWaiting ? "Preview" : "Read", group: "open", onSelect: show("") },
    ...(canEdit ? changes : []),
  ];
  return items.filter((item) => item !== false);
}
