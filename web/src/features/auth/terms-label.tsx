import styles from "./auth-card.module.css";

export function TermsLabel() {
  return (
    <>
      I agree to the <NewTabLink href="/terms.html" label="Terms" /> and have read the{" "}
      <NewTabLink href="/privacy.html" label="Privacy" /> page.
    </>
  );
}

/** For a way in that has no box to tick. */
export function ProviderTerms() {
  return (
    <p className={styles.note}>
      By continuing you agree to the <NewTabLink href="/terms.html" label="Terms" /> and confirm that you have read the{" "}
      <NewTabLink href="/privacy.html" label="Privacy" /> page.
    </p>
  );
}

function NewTabLink({ href, label }: { href: string; label: string }) {
  return (
    <a href={href} target="_blank" rel="noopener">
      {label}
      <span className="unseen"> (opens in a new tab)</span>
    </a>
  );
}
