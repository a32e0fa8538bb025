import { HomeLink } from "./home-link.tsx";
import styles from "./centered-message.module.css";

/** For an address without a page, and for what somebody may not know to be there. */
export function NotFound() {
  return (
    <section className={styles.page}>
      <h1>Not Found</h1>
      <p>There is no page at this address.</p>
      <div className={styles.actions}>
        <HomeLink variant="primary" />
      </div>
    </section>
  );
}
