import { type ReactNode, useId } from "react";
import { DragHandle } from "../../ui/drag-handle.tsx";
import { Menu, type MenuItem } from "../../ui/menu.tsx";
import type { useReorder } from "../../ui/use-reorder.ts";
import styles from "./dashboard.module.css";

type Reorder = ReturnType<typeof useReorder>;

interface WidgetFrameProps {
  name: string;
  isPending: boolean;
  /** What lets it be dragged. */
  item: ReturnType<Reorder["item"]>;
  handle: ReturnType<Reorder["handle"]>;
  menu: MenuItem[];
  children: ReactNode;
}

export function WidgetFrame({ name, isPending, item, handle, menu, children }: WidgetFrameProps) {
  const id = useId();
  return (
    <section className={styles.frame} data-loading={isPending || undefined} aria-labelledby={id} {...item}>
      <div className={styles.frameHead}>
        <h2 id={id}>{name}</h2>
        <DragHandle name={name} {...handle} />
        <Menu label={`Options for ${name}`} items={menu} />
      </div>
      {children}
    </section>
  );
}
