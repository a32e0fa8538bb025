import type { ProductConfig } from "@clanhall/contract/config";
import type { PageKey } from "@clanhall/contract/pages";
import type { NavGroup } from "../lib/nav-entries.ts";
import { visitorGroups, userGroups } from "./nav.ts";
import { NavItem } from "./nav-item.tsx";

/** The narrow screen's navigation: a fold-out without scripts, moved into a drawer by the enhancement script. */
export function MenuPanel({ page, config }: { page: PageKey; config: ProductConfig }) {
  return (
    <nav className="menu-panel" aria-label="Menu">
      <div className="when-out">
        {visitorGroups(config).map((group) => (
          <Group key={group.label} group={group} page={page} />
        ))}
      </div>
      <div className="when-in">
        {userGroups.map((group) => (
          <Group key={group.label} group={group} page={page} />
        ))}
      </div>
    </nav>
  );
}

function Group({ group, page }: { group: NavGroup; page: PageKey }) {
  return (
    <div className={group.label === "Admin" ? "group when-admin" : "group"}>
      <p aria-hidden="true">{group.label}</p>
      <ul aria-label={group.label}>
        {group.entries.map((entry) => (
          <li key={entry.label}>
            <NavItem entry={entry} page={page} />
          </li>
        ))}
      </ul>
    </div>
  );
}
