import type { ProductConfig } from "@clanhall/contract/config";
import { contactHref } from "../lib/contact-href.ts";

export function SiteFooter({ config }: { config: ProductConfig }) {
  return (
    <footer className="foot">
      <p>{config.product_name}</p>
      <ul>
        {config.support_contact !== null && (
          <li>
            <a href={contactHref(config.support_contact)}>Contact support</a>
          </li>
        )}
        {config.issue_url !== null && (
          <li>
            <a href={config.issue_url}>Report an issue</a>
          </li>
        )}
        {config.discord && (
          <li>
            <a href="/discord">Discord</a>
          </li>
        )}
        <NewTab href="/privacy.html" label="Privacy" />
        <NewTab href="/terms.html" label="Terms" />
      </ul>
    </footer>
  );
}

function NewTab({ href, label }: { href: string; label: string }) {
  return (
    <li>
      <a href={href} target="_blank" rel="noopener">
        {label}
        <span className="unseen"> (opens in a new tab)</span>
      </a>
    </li>
  );
}
