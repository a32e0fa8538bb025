import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { bringIntoView } from "./focus.ts";
import { moveFocus } from "./popover.tsx";
import { Badge } from "./badge.tsx";
import { Text } from "./core/layout.tsx";
import styles from "./tabs.module.css";

interface TabItem<Key extends string> {
  key: Key;
  label: ReactNode;
  count?: number;
  /** Whether somebody has to do something about as many. */
  isWaiting?: boolean;
  /** The page it leads to, where that is not this one. */
  to?: string;
  /** What the address says of it, beside what it says already. */
  search?: Record<string, unknown>;
}

interface TabsProps<Key extends string> {
  label: string;
  items: readonly TabItem<Key>[];
  current: Key;
  /** Where the address does not say which is shown. */
  onSelect?: (key: Key) => void;
  className?: string | undefined;
}

/** Parts of a page of which one is shown: links where each has its own address. */
export function Tabs<Key extends string>({ label, items, current, onSelect, className }: TabsProps<Key>) {
  const box = className ? `${styles.tabs} ${className}` : styles.tabs;
  if (onSelect) {
    return (
      <div
        role="tablist"
        aria-label={label}
        className={box}
        tabIndex={-1}
        onKeyDown={(event) => moveFocus(event, '[role="tab"]', "horizontal")}
      >
        {items.map((item) => (
          <button
            key={item.key}
            type="button"
            role="tab"
            className={styles.tab}
            aria-selected={item.key === current}
            tabIndex={item.key === current ? 0 : -1}
            onClick={() => onSelect(item.key)}
          >
            <Face item={item} />
          </button>
        ))}
      </div>
    );
  }
  return (
    <nav aria-label={label} className={box}>
      <ul>
        {items.map((item) => (
          <li key={item.key}>
            <Link
              ref={item.key === current ? bringIntoView : undefined}
              className={styles.tab}
              to={item.to ?? "."}
              search={(before: Record<string, unknown>) => ({ ...(item.to ? {} : before), ...item.search })}
              resetScroll={item.to !== undefined}
              aria-current={item.key === current ? "page" : undefined}
              // The tabs say themselves which is the current one.
              activeOptions={{ exact: true, includeSearch: true, explicitUndefined: true }}
              activeProps={{}}
            >
              <Face item={item} />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Face({ item: { label, count, isWaiting } }: { item: TabItem<string> }) {
  return (
    <>
      {label}
      {count !== undefined && (
        <>
          {" "}
          {isWaiting && count > 0 ? (
            <Badge tone="warning">{count}</Badge>
          ) : (
            <Text dim weight={400}>
              {count}
            </Text>
          )}
        </>
      )}
    </>
  );
}
