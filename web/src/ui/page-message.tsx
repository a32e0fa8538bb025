import type { ReactNode } from "react";
import styles from "./page-message.module.css";
import { pages } from "@clanhall/contract/pages";
import { useSession } from "../lib/session.ts";
import { Row } from "./core/layout.tsx";
import { ButtonAnchor, ButtonLink } from "./core/button.tsx";
import { useWaiting } from "../lib/hooks.ts";

interface PageMessageProps {
  title: string;
  actions: ReactNode;
  /** With the role of an alert it is said aloud. */
  role?: "alert";
  children: ReactNode;
}

/** All there is to say on a page, and where to go from here. */
export function PageMessage({ title, actions, role, children }: PageMessageProps) {
  return (
    <section className={styles.page} role={role}>
      <h1>{title}</h1>
      <p>{children}</p>
      <Row align="stretch" className={styles.actions}>
        {actions}
      </Row>
    </section>
  );
}

/** A page that is on the way. */
export function PageSkeleton() {
  useWaiting();
  return (
    <div aria-busy="true">
      <span className="visually-hidden">Loading the page</span>
      <div className={styles.skeleton} />
    </div>
  );
}

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

/** For an address without a page, and for what somebody may not know to be there. */
export function NotFound() {
  return (
    <PageMessage title="Not Found" actions={<HomeLink variant="primary" />}>
      There is no page at this address.
    </PageMessage>
  );
}
