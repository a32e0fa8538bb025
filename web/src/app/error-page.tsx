import { Button } from "../ui/core/button.tsx";
import { HomeLink } from "../ui/home-link.tsx";
import styles from "../ui/centered-message.module.css";

/** What a page shows when it broke: nothing is lost that was saved, and loading it again usually helps. */
export function ErrorPage() {
  return (
    <section className={styles.page} role="alert">
      <h1>Something went wrong</h1>
      <p>This page could not be shown. What you saved is safe.</p>
      <div className={styles.actions}>
        <Button variant="primary" onClick={() => location.reload()}>
          Load the page again
        </Button>
        <HomeLink />
      </div>
    </section>
  );
}
