import { pages } from "@clanhall/contract/pages";
import { Tabs } from "../../ui/tabs.tsx";
import type { InviteState } from "./invite-states.ts";
import styles from "./invites.module.css";

const tabs = {
  members: "Members",
  open: "Open",
  accepted: "Accepted",
  expired: "Expired",
  cancelled: "Cancelled",
} as const;
export type InvitesTab = keyof typeof tabs;

export function toInvitesTab(name: string): InvitesTab {
  return Object.hasOwn(tabs, name) ? (name as InvitesTab) : "members";
}

interface InvitesTabsProps {
  tab: InvitesTab;
  clanId: string;
  counts: Record<InviteState | "members", number>;
}

export function InvitesTabs({ tab, clanId, counts }: InvitesTabsProps) {
  return (
    <Tabs
      label="Invites by state"
      className={styles.tabs}
      items={(Object.keys(tabs) as InvitesTab[]).map((name) => ({
        key: name,
        label: tabs[name],
        count: counts[name],
        to: pages.invites.path,
        search: { clan: clanId, tab: name },
      }))}
      current={tab}
    />
  );
}
