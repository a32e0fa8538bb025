import styles from "./form.module.css";

/** Sends the form. While it is being sent the button keeps the focus and its width, and says that it is busy. */
export function SubmitButton({ label, isPending }: { label: string; isPending: boolean }) {
  return (
    <button type="submit" className={styles.submit} aria-disabled={isPending} aria-busy={isPending}>
      {label}
      {isPending && <span className={styles.spinner} aria-hidden />}
    </button>
  );
}
