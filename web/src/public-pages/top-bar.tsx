import type { ProductConfig } from "@clanhall/contract/config";
import type { PublicPageKey } from "@clanhall/contract/public-page";
import { Logo } from "../ui/logo.tsx";
import { MenuPanel } from "./menu-panel.tsx";

/** Both the visitor's and the signed-in user's entries are in the markup; the styles show one of them. */
export function TopBar({ page, config }: { page: PublicPageKey; config: ProductConfig }) {
  return (
    <header className="bar">
      <details className="menu">
        <summary className="menu-button" aria-label="Menu">
          <svg width="22" height="22" viewBox="0 0 22 22" stroke="currentColor" strokeWidth="2" aria-hidden="true">
            <path d="M3 6h16M3 11h16M3 16h16" strokeLinecap="round" />
          </svg>
        </summary>
        <MenuPanel page={page} config={config} />
      </details>
      <Brand href="/" audience="when-out" name={config.product_name} />
      <Brand href="/dashboard" audience="when-in" name={config.product_name} />
      <nav className="links when-out" aria-label="Main">
        <a className="link wide-only" href="/" aria-current={page === "landing" ? "page" : undefined}>
          Home
        </a>
        <a className="link" href="/login">
          Login
        </a>
        {config.sign_up && (
          <a className="link tonal wide-only" href="/signup">
            Sign Up
          </a>
        )}
      </nav>
      <nav className="links when-in" aria-label="Main">
        <a className="link" href="/dashboard">
          Dashboard
        </a>
        <a className="link wide-only" href="/clanmanagement">
          My Clans
        </a>
        <a className="link wide-only" href="/account">
          Account
        </a>
      </nav>
    </header>
  );
}

function Brand({ href, audience, name }: { href: string; audience: "when-in" | "when-out"; name: string }) {
  return (
    <a className={`brand ${audience}`} href={href}>
      <Logo size={28} />
      {name}
    </a>
  );
}
