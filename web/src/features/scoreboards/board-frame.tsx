import styles from "./board-frame.module.css";

/** The public page of a board inside of ours. */
export function BoardFrame({ path, title }: { path: string; title: string }) {
  // oxlint-disable-next-line react/iframe-missing-sandbox -- a page of our own origin, which nothing in a sandbox would hold back
  return <iframe className={styles.frame} src={path} title={title} />;
}
