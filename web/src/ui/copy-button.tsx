import { useState } from "react";
import styles from "./button.module.css";

/** Puts text into the clipboard and says whether that worked. */
export function CopyButton({ label, text }: { label: string; text: string }) {
  const [said, setSaid] = useState("");
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setSaid("Copied");
    } catch {
      setSaid("Copying is not allowed here");
    }
  };
  return (
    <>
      <button type="button" className={styles.secondary} onClick={() => void copy()}>
        {said || label}
      </button>
      <span className="unseen" role="status">
        {said}
      </span>
    </>
  );
}
