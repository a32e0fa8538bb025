import type { ApiToken } from "@clanhall/contract/tokens";
import { useState } from "react";
import { Button } from "../../ui/core/button.tsx";
import { LazyConfirmDialog } from "../../ui/lazy-dialog.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { showToast } from "../../ui/toasts.ts";
import { useNow } from "../../ui/use-now.ts";
import { scopeTexts } from "./format.ts";
import { useDeleteToken } from "./tokens.api.ts";
import styles from "./tokens.module.css";

interface TokenListProps {
  clanId: string;
  tokens: ApiToken[];
  mayChange: boolean;
}

export function TokenList({ clanId, tokens, mayChange }: TokenListProps) {
  return (
    <ul className={styles.list} aria-label="API tokens">
      {tokens.map((token) => (
        <li key={token.id} className={styles.item}>
          <TokenLines token={token} />
          {mayChange && <DeleteButton clanId={clanId} token={token} />}
        </li>
      ))}
    </ul>
  );
}

function TokenLines({ token }: { token: ApiToken }) {
  return (
    <div className={styles.what}>
      <strong>{token.name}</strong> <code className={styles.ending}>…{token.last_four}</code>
      <div>{token.scopes.map((scope) => scopeTexts[scope][0]).join(" · ")}</div>
      <div className={styles.note}>
        Made by {token.created_by_name} · <Use at={token.last_used_at} /> · <Expiry at={token.expires_at} />
      </div>
    </div>
  );
}

function Use({ at }: { at: string | null }) {
  if (at === null) return "never used";
  return (
    <>
      last used <RelativeTime iso={at} />
    </>
  );
}

function Expiry({ at }: { at: string | null }) {
  const now = useNow();
  if (at === null) return "never expires";
  const isOver = Date.parse(at) <= now;
  return (
    <span className={isOver ? styles.over : undefined}>
      {isOver ? "expired" : "expires"} <RelativeTime iso={at} />
    </span>
  );
}

function DeleteButton({ clanId, token: { id, name, last_four } }: { clanId: string; token: ApiToken }) {
  const [isAsking, setAsking] = useState(false);
  const deletion = useDeleteToken(clanId);
  const confirm = async () => {
    await deletion.mutateAsync(id);
    showToast({ kind: "success", message: `Token ${name} deleted` });
  };
  return (
    <>
      <Button onClick={() => setAsking(true)}>
        Delete <span className="unseen">{name}</span>
      </Button>
      {isAsking && (
        <LazyConfirmDialog
          title={`Delete ${name}?`}
          action="Delete token"
          onConfirm={confirm}
          onClose={() => setAsking(false)}
        >
          <p>Whatever uses the token that ends in {last_four} is refused from then on. What it entered stays.</p>
        </LazyConfirmDialog>
      )}
    </>
  );
}
