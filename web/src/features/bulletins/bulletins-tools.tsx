import { bulletinStates, bulletinsMax } from "@clanhall/contract/bulletins";
import { Tabs } from "../../ui/tabs.tsx";
import { Button } from "../../ui/core/button.tsx";
import { SearchBox } from "../../ui/search-box.tsx";
import list from "../../ui/list.module.css";
import { stateNames } from "./bulletin-words.ts";
import type { BulletinsAddress, BulletinsChange } from "./bulletins-address.ts";
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
        <Button variant="primary" disabled={isFull} onClick={() => onShow({ isNew: true })}>
          New bulletin
        </Button>
      )}
      <Button onClick={() => onShow({ show: "bin" })}>Bin</Button>
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
        <Tabs
          label="Bulletins by state"
          items={[null, ...bulletinStates].map((state) => ({
            key: state ?? "all",
            label: state ? stateNames[state] : "All",
            count: state ? counts[state] : countAll(counts),
            search: { clan: clanId, state: state ?? undefined },
          }))}
          current={address.state ?? "all"}
        />
      )}
      <SearchBox label="Search bulletins" text={address.q} onSearch={(q) => onFilter({ q })} />
    </div>
  );
}

export function countAll(counts: BulletinsPage["counts"]): number {
  return bulletinStates.reduce((sum, state) => sum + counts[state], 0);
}
