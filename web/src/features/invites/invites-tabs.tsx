import { pages } from "@clanhall/contract/pages";
import { Link } from "@tanstack/react-router";
import looks from "../../ui/tabs.module.css";
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

/** On a narrow screen the chosen tab may stand beyond the edge. */
function bringIntoView(tab: HTMLElement | null): void {
  tab?.scrollIntoView?.({ block: "nearest", inline: "nearest" });
}

interface InvitesTabsProps {
  tab: InvitesTab;
  clanId: string;
  counts: Record<InviteState | "members", number>;
}

export function InvitesTabs({ tab, clanId, counts }: InvitesTabsProps) {
  return (
    <nav className={`${looks.tabs} ${styles.tabs}`} aria-label="Invites by state">
      <ul>
        {(Object.keys(tabs) as InvitesTab[]).map((name) => (
          <li key={name}>
            <Link
              ref={name === tab ? bringIntoView : undefined}
              className={looks.tab}
              to={pages.invites.path}
              search={{ clan: clanId, tab: name }}
              aria-current={name === tab ? "page" : undefined}
              activeProps={{}}
            >
              {tabs[name]} <span className={styles.count}>{counts[name]}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
