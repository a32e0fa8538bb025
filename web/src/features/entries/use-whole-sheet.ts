import { useEffect, useState } from "react";
import { wholeSheet } from "./sheet/row-watchers.ts";
import type { Sheet } from "./sheet.ts";

const soonMs = 200;

/** Draws again soon after anything of the sheet changes: a key press does not wait for what stands around the cells. */
export function useWholeSheet(sheet: Sheet): number {
  const [version, setVersion] = useState(() => sheet.versionOf(wholeSheet));
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const draw = () => {
      timer = undefined;
      setVersion(sheet.versionOf(wholeSheet));
    };
    const stop = sheet.subscribe(wholeSheet, () => (timer ??= setTimeout(draw, soonMs)));
    draw();
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [sheet]);
  return version;
}
