/** Says that nothing is lost, and leads home: to the dashboard for a signed-in user. */
export function NotFoundPage() {
  return (
    <div className="lost">
      <LostMark />
      <h1>There is no page here</h1>
      <p>
        Check the address, or the page may have moved. Nothing is lost: your clans and scoreboards are where you left
        them.
      </p>
      <p>If someone shared this link with you, ask them for a new one.</p>
      <WayHome />
    </div>
  );
}

/** The product's mark with its middle bar missing. */
export function LostMark() {
  return (
    <svg className="lost-mark" viewBox="0 0 24 24" fill="none" stroke="currentColor" aria-hidden="true">
      <path d="M4 3.5h16v8.7c0 4.2-3 7-8 8.8-5-1.8-8-4.6-8-8.8Z" strokeLinejoin="round" />
      <path d="M8.5 10.5v3M15.5 9.5v4" strokeLinecap="round" />
      <path d="M12 8v8" strokeLinecap="round" strokeDasharray=".1 1.9" />
    </svg>
  );
}

/** Leads to the start page, or a signed-in user to the dashboard. */
export function WayHome() {
  return (
    <p className="actions">
      <a className="button when-out" href="/">
        Go to the start page
      </a>
      <a className="button when-in" href="/dashboard">
        Go to your dashboard
      </a>
    </p>
  );
}
