import { pages } from "@clanhall/contract/pages";
import { Link } from "@tanstack/react-router";
import { useSession } from "../lib/session.ts";

/** The way out of a page that leads nowhere. */
export function HomeLink({ className }: { className: string | undefined }) {
  const session = useSession();
  return session ? (
    <Link className={className} to={pages.dashboard.path}>
      Go to the dashboard
    </Link>
  ) : (
    <a className={className} href={pages.landing.path}>
      Go to the start page
    </a>
  );
}
