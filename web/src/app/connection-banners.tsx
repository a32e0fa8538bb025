import { useConnectivity } from "../lib/connectivity.ts";
import styles from "./connection.module.css";

/** Says what is wrong with the connection. Without a network nothing can be said about the backend. */
export function ConnectionBanners() {
  const { online, backendAvailable } = useConnectivity();
  return (
    <div role="status">
      {!online && (
        <p className={styles.warning}>You’re offline. When connection is restored, the app will become active again.</p>
      )}
      {online && !backendAvailable && (
        <p className={styles.error}>
          The backend is unreachable. We’ll retry in the background and re-activate when it’s back.
        </p>
      )}
    </div>
  );
}
