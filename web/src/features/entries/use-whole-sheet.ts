import { startTransition, useEffect, useState } from "react";
import { wholeSheet } from "./sheet/row-watchers.ts";
import type { Sheet } from "./sheet.ts";

const pauseMs = 200;
const longestMs = 1_000;

/**
 * Draws again once nothing of the sheet has changed for a moment, and now and then while much does: a key press does
 * not wait for what stands around the cells.
 */
export function useWholeSheet(sheet: Sheet): number {
  const [version, setVersion] = useState(() => sheet.versionOf(wholeSheet));
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let latest = 0;
    const draw = () => {
      timer = undefined;
      startTransition(() => setVersion(sheet.versionOf(wholeSheet)));
    };
    const stop = sheet.subscribe(wholeSheet, () => {
      const now = performance.now();
      if (timer === undefined) latest = now + longestMs;
      clearTimeout(timer);
      timer = setTimeout(draw, Math.min(pauseMs, latest - now));
    });
    draw();
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [sheet]);
  return version;
}
