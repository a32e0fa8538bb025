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
