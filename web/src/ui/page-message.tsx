import type { ReactNode } from "react";
import styles from "./page-message.module.css";

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
      <div className={styles.actions}>{actions}</div>
    </section>
  );
}

/** A page that is on the way. */
export function PageSkeleton() {
  return (
    <div aria-busy="true">
      <span className="unseen">Loading the page</span>
      <div className={styles.skeletonTitle} />
      <div className={styles.skeletonLine} />
    </div>
  );
}
