import styles from "./placeholder-page.module.css";

export function PlaceholderPage({ title, sentence }: { title: string; sentence: string }) {
  return (
    <section className={styles.page}>
      <h1>{title}</h1>
      <p>{sentence}</p>
    </section>
  );
}
