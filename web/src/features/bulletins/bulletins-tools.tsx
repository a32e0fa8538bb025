import { type BulletinState, bulletinStates, bulletinsMax } from "@clanhall/contract/bulletins";
import { pages } from "@clanhall/contract/pages";
import { Link } from "@tanstack/react-router";
import buttons from "../../ui/button.module.css";
import { SearchBox } from "../../ui/search-box.tsx";
import form from "../../ui/form.module.css";
import list from "../../ui/list.module.css";
import tabs from "../../ui/tabs.module.css";
import { stateNames } from "./format.ts";
import type { BulletinsAddress, BulletinsChange } from "./bulletins-address.ts";
import styles from "./bulletins.module.css";
import type { BulletinsPage } from "./manage-bulletins.api.ts";

interface BulletinsToolsProps {
  /** The first bulletin is written further down. */
  count: number;
  onShow: (change: BulletinsChange) => void;
}

export function BulletinsTools({ count, onShow }: BulletinsToolsProps) {
  const isFull = count >= bulletinsMax;
  return (
    <div className={list.tools}>
      {count > 0 && (
        <button type="button" className={buttons.primary} disabled={isFull} onClick={() => onShow({ isNew: true })}>
          New bulletin
        </button>
      )}
      <button type="button" className={buttons.secondary} onClick={() => onShow({ show: "bin" })}>
        Bin
      </button>
      {isFull && (
        <p role="status" className={list.note}>
          {bulletinsMax} bulletins are as many as a clan can have. To write another, delete one first.
        </p>
      )}
    </div>
  );
}

interface BulletinsFilterProps {
  /** Null for those who only read: everything they see is live. */
  counts: BulletinsPage["counts"] | null;
  address: BulletinsAddress;
  clanId: string;
  onFilter: (change: BulletinsChange) => void;
}

export function BulletinsFilter({ counts, address, clanId, onFilter }: BulletinsFilterProps) {
  return (
    <div className={list.filters}>
      {counts && (
        <nav aria-label="Bulletins by state">
          <ul className={styles.tabs}>
            <Tab name="All" state={null} count={countAll(counts)} current={address.state} clanId={clanId} />
            {bulletinStates.map((state) => (
              <Tab
                key={state}
                name={stateNames[state]}
                state={state}
                count={counts[state]}
                current={address.state}
                clanId={clanId}
              />
            ))}
          </ul>
        </nav>
      )}
      <SearchBox label="Search bulletins" className={form.input} text={address.q} onSearch={(q) => onFilter({ q })} />
    </div>
  );
}

export function countAll(counts: BulletinsPage["counts"]): number {
  return bulletinStates.reduce((sum, state) => sum + counts[state], 0);
}

interface TabProps {
  name: string;
  state: BulletinState | null;
  count: number;
  current: BulletinState | null;
  clanId: string;
}

function Tab({ name, state, count, current, clanId }: TabProps) {
  return (
    <li>
      <Link
        className={tabs.tab}
        to={pages.bulletins.path}
        search={(before: Record<string, unknown>) => ({ ...before, clan: clanId, state: state ?? undefined })}
        resetScroll={false}
        aria-current={state === current ? "page" : undefined}
        activeProps={{}}
      >
        {name} <span className={list.count}>{count}</span>
      </Link>
    </li>
  );
}
