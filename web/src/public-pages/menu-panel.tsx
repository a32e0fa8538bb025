import type { ProductConfig } from "@clanhall/contract/config";
import type { PublicPageKey } from "@clanhall/contract/public-page";

interface Entry {
  href: string;
  label: string;
}

/** The narrow screen's navigation: a fold-out without scripts, moved into a drawer by the enhancement script. */
export function MenuPanel({ page, config }: { page: PublicPageKey; config: ProductConfig }) {
  const account = [{ href: "/login", label: "Login" }];
  if (config.sign_up) account.push({ href: "/signup", label: "Sign Up" });
  return (
    <nav className="menu-panel" aria-label="Menu">
      <div className="when-out">
        <Group label="Navigate" entries={[{ href: "/", label: "Home" }]} current={page === "landing" ? "/" : null} />
        <Group label="Account" entries={account} current={null} />
      </div>
      <div className="when-in">
        <Group
          label="Navigate"
          entries={[
            { href: "/dashboard", label: "Dashboard" },
            { href: "/clanmanagement", label: "My Clans" },
          ]}
          current={null}
        />
        <Group label="Account" entries={[{ href: "/account", label: "Account Settings" }]} current={null} />
      </div>
    </nav>
  );
}

function Group({ label, entries, current }: { label: string; entries: Entry[]; current: string | null }) {
  return (
    <>
      <p aria-hidden="true">{label}</p>
      <ul aria-label={label}>
        {entries.map((entry) => (
          <li key={entry.href}>
            <a href={entry.href} aria-current={entry.href === current ? "page" : undefined}>
              {entry.label}
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}
