import { pages } from "@clanhall/contract/pages";
import { useSession } from "../lib/session.ts";
import { ButtonAnchor, ButtonLink } from "./core/button.tsx";

/** The way out of a page that leads nowhere. */
export function HomeLink({ variant = "secondary" }: { variant?: "primary" | "secondary" }) {
  const session = useSession();
  return session ? (
    <ButtonLink variant={variant} to={pages.dashboard.path}>
      Go to the dashboard
    </ButtonLink>
  ) : (
    <ButtonAnchor variant={variant} href={pages.landing.path}>
      Go to the start page
    </ButtonAnchor>
  );
}
