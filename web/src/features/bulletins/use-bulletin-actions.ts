import type { BulletinChange } from "@clanhall/contract/bulletin-drafts";
import type { Bulletin, BulletinVersion } from "@clanhall/contract/bulletins";
import { useState } from "react";
import { showToast } from "../../ui/toasts.ts";
import { type Deed, passedMoment, useBulletinDeed } from "./change-bulletins.api.ts";

export type BulletinActions = ReturnType<typeof useBulletinActions>;

/** What is said once it is done, and how it is taken back where that is possible. */
interface Aftermath {
  words: (title: string) => string;
  undo?: (done: Bulletin) => void;
}

/** What is done to bulletins at once, each with a word of it and a way back where there is one. */
export function useBulletinActions(clanId: string) {
  const [problem, setProblem] = useState<unknown>(null);
  const { mutate } = useBulletinDeed(clanId);
  const act = (deed: Deed, { words, undo }: Aftermath) => {
    setProblem(null);
    mutate(deed, {
      onError: setProblem,
      onSuccess: (done) =>
        showToast({
          kind: "success",
          message: words(done.title),
          ...(undo && { onUndo: () => undo(done) }),
        }),
    });
  };
  const change = (bulletin: Bulletin, wanted: BulletinChange, aftermath: Aftermath) =>
    act({ kind: "change", bulletin, change: wanted }, aftermath);
  const restore = (bulletin: Bulletin) => act({ kind: "restore", bulletin }, { words: (title) => `${title} is back` });
  const publish = (bulletin: Bulletin) =>
    change(
      bulletin,
      { publish_at: passedMoment(bulletin), version: bulletin.version },
      { words: (title) => `${title} published` },
    );
  const pin = (bulletin: Bulletin, pinned: boolean) =>
    change(bulletin, { pinned }, { words: (title) => (pinned ? `${title} pinned` : `${title} unpinned`) });
  const say = (bulletin: Bulletin, { title, content }: Words, aftermath: Aftermath) =>
    change(bulletin, { title, content, version: bulletin.version }, aftermath);
  return {
    problem,
    restore,
    publish,
    pin,
    remove: (bulletin: Bulletin) =>
      act({ kind: "delete", bulletin }, { words: (title) => `${title} is in the bin`, undo: restore }),
    withdraw: (bulletin: Bulletin) =>
      change(
        bulletin,
        { publish_at: null, version: bulletin.version },
        { words: (title) => `${title} is a draft again`, undo: publish },
      ),
    /** Says again what it said before. */
    restoreWords: (bulletin: Bulletin, before: BulletinVersion) =>
      say(bulletin, before, {
        words: (title) => `${title} says again what it said`,
        undo: (done) => say(done, bulletin, { words: (title) => `${title} is as it was` }),
      }),
  };
}

type Words = Pick<Bulletin, "title" | "content">;
