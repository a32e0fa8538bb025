import { ButtonAnchor } from "../../ui/core/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { toExample } from "./format.ts";
import styles from "./tokens.module.css";

export function TokenExample({ clanId }: { clanId: string }) {
  const example = toExample(clanId, location.origin);
  return (
    <div className={styles.stack}>
      <p>A program sends its token with every call. This enters one value:</p>
      <pre className={styles.code}>{example}</pre>
      <p className={styles.note}>
        A token that reads values finds the ids of players and activities at{" "}
        <code>/api/clans/{clanId}/days/2026-03-04</code>.
      </p>
      <div className={styles.actions}>
        <CopyButton label="Copy the example" text={example} />
        <ButtonAnchor variant="plain" href="/api/docs#bots">
          All calls, with more examples
        </ButtonAnchor>
      </div>
    </div>
  );
}
