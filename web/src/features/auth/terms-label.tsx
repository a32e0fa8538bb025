export function TermsLabel() {
  return (
    <>
      I agree to the <NewTabLink href="/terms.html" label="Terms" /> and have read the{" "}
      <NewTabLink href="/privacy.html" label="Privacy" /> page.
    </>
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
