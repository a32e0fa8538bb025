import { LostMark } from "./lost-mark.tsx";
import { WayHome } from "./way-home.tsx";

/** Says that nothing is lost, and leads home: to the dashboard for a signed-in user. */
export function NotFoundPage() {
  return (
    <div className="lost">
      <LostMark />
      <h1>There is no page here</h1>
      <p>
        The address may have a typing mistake, or the link is older than what it led to. Nothing of yours is lost: your
        clans and boards are where you left them.
      </p>
      <p>If somebody shared this link with you, ask them for a fresh one.</p>
      <WayHome />
    </div>
  );
}
