import styles from "./avatar.module.css";

/** White letters stand 4.5:1 and more on each of them. */
const colors = ["#4a6b4f", "#7d5f3c", "#275f8a", "#8a5810", "#6b3fa0", "#0f6470", "#a23a63", "#45525f"];

/** A person's initials on a colour that stays theirs. Beside the name, so it says nothing to screen readers. */
export function Avatar({ name }: { name: string }) {
  return (
    <span className={styles.avatar} style={{ backgroundColor: colorOf(name) }} aria-hidden>
      {initialsOf(name)}
    </span>
  );
}

function colorOf(name: string): string | undefined {
  let sum = 0;
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 65_521;
  return colors[sum % colors.length];
}

/** The first letters of two words, or the first two letters of one. */
function initialsOf(name: string): string {
  const [first = "", second] = name.split(/[\s_.-]+/u).filter(Boolean);
  return second ? firstLetters(first, 1) + firstLetters(second, 1) : firstLetters(first, 2);
}

function firstLetters(word: string, count: number): string {
  return Array.from(word).slice(0, count).join("");
}
