import { productName } from "@clanhall/contract/pages";
import { useQuery } from "@tanstack/react-query";
import { contactHref } from "../lib/contact-href.ts";
import { productConfigQuery } from "../domain/profile.ts";
import styles from "./shell.module.css";

export function Footer() {
  const { data: config } = useQuery(productConfigQuery);
  return (
    <footer className={styles.footer}>
      <p className={styles.footerName}>{productName}</p>
      <ul className={styles.footerLinks}>
        {config?.support_contact && <FooterLink href={contactHref(config.support_contact)} label="Contact support" />}
        {config?.issue_url && <FooterLink href={config.issue_url} label="Report an issue" />}
        <FooterLink href="/privacy.html" label="Privacy" newTab />
        <FooterLink href="/terms.html" label="Terms" newTab />
      </ul>
    </footer>
  );
}

function FooterLink({ href, label, newTab = false }: { href: string; label: string; newTab?: boolean }) {
  return (
    <li>
      <a href={href} {...(newTab && { target: "_blank", rel: "noopener" })}>
        {label}
        {newTab && <span className="unseen"> (opens in a new tab)</span>}
      </a>
    </li>
  );
}
