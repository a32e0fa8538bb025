import type { Clan } from "@clanhall/contract/clans";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { mayInClan } from "../../domain/permissions.ts";
import { AsyncSection } from "../../ui/async-section.tsx";
import { Button } from "../../ui/core/button.tsx";
import { Card } from "../../ui/card.tsx";
import { lazyDialog } from "../../ui/lazy-dialog.tsx";
import { TokenExample } from "./token-example.tsx";
import { TokenList } from "./token-list.tsx";
import { tokensOf } from "./tokens.api.ts";
import styles from "./tokens.module.css";

const MakeTokenDialog = lazyDialog(async () => (await import("./make-token-dialog.tsx")).MakeTokenDialog);

export function TokensCard({ clan }: { clan: Clan }) {
  const tokens = useQuery(tokensOf(clan.id));
  const mayChange = mayInClan(clan, "settings.manage");
  const isOwner = clan.role === "owner";
  return (
    <Card
      title="API tokens"
      line={
        isOwner ? "For programs that work on this clan." : "The owner makes and deletes these; you see which exist."
      }
    >
      <AsyncSection query={tokens} what="The tokens" lines={4}>
        {(items) => (
          <>
            {items.length === 0 ? (
              <p>
                No tokens yet. With one, a program of yours, such as a Discord bot or a script behind a spreadsheet,
                enters and reads values without anybody’s password.
              </p>
            ) : (
              <TokenList clanId={clan.id} tokens={items} mayChange={mayChange} />
            )}
            {mayChange && <MakeToken clanId={clan.id} />}
            <details className={styles.example} open={items.length === 0}>
              <summary>How to use a token</summary>
              <TokenExample clanId={clan.id} />
            </details>
          </>
        )}
      </AsyncSection>
    </Card>
  );
}

function MakeToken({ clanId }: { clanId: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className={styles.actions}>
      <Button variant="primary" onClick={() => setOpen(true)}>
        Make a token
      </Button>
      {isOpen && <MakeTokenDialog clanId={clanId} onClose={() => setOpen(false)} />}
    </div>
  );
}
