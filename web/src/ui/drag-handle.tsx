import type { ComponentProps } from "react";
import { IconButton } from "./core/button.tsx";
import styles from "./drag-handle.module.css";

/** Takes hold of something to put it elsewhere. */
export function DragHandle({ name, ...handle }: { name: string } & ComponentProps<"button">) {
  return <IconButton {...handle} icon="drag" label={`Move ${name}`} className={styles.handle} />;
}
