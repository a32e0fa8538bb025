import type { WidgetKey } from "@clanhall/contract/account";
import { moveWidget } from "@clanhall/contract/dashboard";
import { pages } from "@clanhall/contract/pages";
import { formatList } from "../../lib/format.ts";
import { ButtonLink } from "../../ui/core/button.tsx";
import { Panel } from "../../ui/card.tsx";
import { Muted, Row, Text } from "../../ui/core/layout.tsx";
import { ErrorMessage } from "../../ui/core/notice.tsx";
import { useMediaQuery } from "../../lib/media.ts";
import { type ReactNode, useId } from "react";
import { DragHandle, useReorder } from "../../ui/reorder.tsx";
import type { useLayout } from "./api.ts";
import { Menu, type MenuItem } from "../../ui/menu.tsx";
import styles from "./dashboard.module.css";

const names: Record<WidgetKey, string> = {
  scoreboards: "Scoreboards",
  invites: "Member Invites",
  bulletins: "Clan Bulletins",
};

export interface Widget {
  isPending: boolean;
  content: ReactNode;
}

interface WidgetGridProps {
  layout: ReturnType<typeof useLayout>;
  /** Those that this person can have, whether hidden or not. */
  widgets: Partial<Record<WidgetKey, Widget>>;
}

/** The widgets in their order; each can be moved and hidden. */
export function WidgetGrid({ layout, widgets }: WidgetGridProps) {
  const isNarrow = useMediaQuery("(max-width: 61.99em)");
  const { order, hidden, save } = layout;
  const offered = order.filter((key) => widgets[key] !== undefined);
  const shown = offered.filter((key) => !hidden.includes(key));
  const reorder = useReorder({
    ids: shown,
    nameOf: (id) => names[id as WidgetKey],
    onMove: (ids, moved) => {
      const onto = shown[ids.indexOf(moved)];
      return save({ order: onto ? moveWidget(order, moved as WidgetKey, onto) : order });
    },
    axis: "grid",
  });
  const keys = reorder.order as WidgetKey[];
  const menuOf = (key: WidgetKey, index: number) => [
    index > 0 && { label: isNarrow ? "Move up" : "Move left", onSelect: () => reorder.step(key, -1) },
    index < keys.length - 1 && { label: isNarrow ? "Move down" : "Move right", onSelect: () => reorder.step(key, 1) },
    { label: "Hide", onSelect: () => void save({ hidden: [...hidden, key] }).catch(() => undefined) },
  ];
  return (
    <>
      <div className={styles.grid}>
        {keys.map((key, index) => (
          <WidgetFrame
            key={key}
            name={names[key]}
            isPending={widgets[key]?.isPending ?? false}
            item={reorder.item(key)}
            handle={reorder.handle(key)}
            menu={menuOf(key, index).filter((entry) => entry !== false)}
          >
            {widgets[key]?.content}
          </WidgetFrame>
        ))}
      </div>
      <p className="visually-hidden" aria-live="assertive">
        {reorder.announcement}
      </p>
      <ErrorMessage error={layout.problem} />
      <HiddenNote hidden={offered.filter((key) => hidden.includes(key))} />
    </>
  );
}

function HiddenNote({ hidden }: { hidden: WidgetKey[] }) {
  if (hidden.length === 0) return null;
  const list = formatList(hidden.map((key) => names[key]));
  return (
    <Muted as="p">
      Hidden: {list}.{" "}
      <ButtonLink variant="plain" to={pages.account.path} search={{ tab: "dashboard" }}>
        Show them again
      </ButtonLink>
    </Muted>
  );
}

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

function WidgetFrame({ name, isPending, item, handle, menu, children }: WidgetFrameProps) {
  const id = useId();
  return (
    <Panel
      as="section"
      gap={2}
      className={styles.frame}
      data-loading={isPending || undefined}
      aria-labelledby={id}
      {...item}
    >
      <Row nowrap gap={0} className={styles.frameHead}>
        <Text as="h2" id={id} grow>
          {name}
        </Text>
        <DragHandle name={name} {...handle} />
        <Menu label={`Options for ${name}`} items={menu} />
      </Row>
      {children}
    </Panel>
  );
}
