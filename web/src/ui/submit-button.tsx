import styles from "./form.module.css";

interface SubmitButtonProps {
  label: string;
  isPending: boolean;
  /** It cannot be sent any more. */
  isOff?: boolean;
}

/** Sends the form. While it is being sent the button keeps the focus and its width, and says that it is busy. */
export function SubmitButton({ label, isPending, isOff = false }: SubmitButtonProps) {
  return (
    <button type="submit" className={styles.submit} aria-disabled={isPending || isOff} aria-busy={isPending}>
      {label}
      {isPending && <span className={styles.spinner} aria-hidden />}
    </button>
  );
}
