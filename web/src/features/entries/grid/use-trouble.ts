import { useEffect } from "react";
import type { Sheet } from "../sheet.ts";
import { type GridStore, say } from "./state.ts";

/** Says aloud when cells fail, meet somebody else's change or look unusual. */
export function useTrouble(store: GridStore): void {
  useEffect(() => {
    const { sheet } = store;
    let before = troubleOf(sheet);
    return sheet.subscribe(-1, () => {
      const now = troubleOf(sheet);
      const news = now.flatMap(([count, words], place) =>
        count > (before[place]?.[0] ?? 0) ? [`${count} ${words}`] : [],
      );
      before = now;
      if (news.length > 0) say(store, `${news.join(", ")}.`);
    });
  }, [store]);
}

function troubleOf(sheet: Sheet): [count: number, words: string][] {
  const { failed, conflicts, unsure } = sheet.counts();
  return [
    [failed, "not saved"],
    [conflicts, "changed by somebody else too"],
    [unsure, "to check"],
  ];
}
