import type { SyntheticEvent } from "react";
import styles from "./board-frame.module.css";

/** The public page of a board inside of ours. */
export function BoardFrame({ path, title }: { path: string; title: string }) {
  // oxlint-disable-next-line react/iframe-missing-sandbox -- a page of our own origin, which nothing in a sandbox would hold back
  return <iframe className={styles.frame} src={path} title={title} onLoad={handEscapeOn} />;
}

/** What is pressed in the page inside never reaches the dialog around it; Escape closes that all the same. */
function handEscapeOn({ currentTarget: frame }: SyntheticEvent<HTMLIFrameElement>): void {
  frame.contentDocument?.addEventListener("keydown", ({ key, defaultPrevented }) => {
    if (key === "Escape" && !defaultPrevented) frame.closest("dialog")?.dispatchEvent(new Event("cancel"));
  });
}
