import buttons from "../ui/button.module.css";
import { HomeLink } from "../ui/home-link.tsx";
import styles from "../ui/lone-message.module.css";

/** What a page shows when it broke: nothing is lost that was saved, and loading it again usually helps. */
export function ErrorPage() {
  return (
    <section className={styles.page} role="alert">
      <h1>Something went wrong</h1>
      <p>This page could not be shown. What you saved is safe.</p>
      <div className={styles.actions}>
        <button type="button" className={styles.action} onClick={() => location.reload()}>
          Load the page again
        </button>
        <HomeLink className={buttons.secondary} />
      </div>
    </section>
  );
}
