import type { Clan } from "@clanhall/contract/clans";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { mayInClan } from "../../domain/permissions.ts";
import { AsyncSection } from "../../ui/async-section.tsx";
import { Button, ButtonAnchor } from "../../ui/core/button.tsx";
import { Card, Disclosure, Inset } from "../../ui/card.tsx";
import { Muted, Row, Stack, Text } from "../../ui/core/layout.tsx";
import { ConfirmButton, lazyDialog } from "../../ui/lazy-dialog.tsx";
import { tokensOf, useDeleteToken, scopeTexts, toExample } from "./api.ts";
import type { ApiToken } from "@clanhall/contract/tokens";
import { ItemText, ListItem } from "../../ui/list.tsx";
import { RelativeTime, useNow } from "../../ui/relative-time.tsx";
import { showToast } from "../../ui/toasts.ts";
import { CopyButton } from "../../ui/copy-button.tsx";
import styles from "./tokens.module.css";

const CreateTokenDialog = lazyDialog(async () => (await import("./create-dialog.tsx")).CreateTokenDialog);

export function TokensCard({ clan }: { clan: Clan }) {
  const tokens = useQuery(tokensOf(clan.id));
  const mayDelete = mayInClan(clan, "clan.own");
  const isOwner = clan.role === "owner";
  return (
    <Card
      title="API tokens"
      line={
        isOwner ? "For programs that work on this clan." : "The owner creates and deletes these; you see which exist."
      }
    >
      <AsyncSection query={tokens} what="The tokens" lines={4}>
        {(items) => (
          <>
            {items.length === 0 ? (
              <p>
                No tokens yet. With one, a program of yours, such as a Discord bot or a script behind a spreadsheet,
                enters and reads values without anyone’s password.
              </p>
            ) : (
              <TokenList clanId={clan.id} tokens={items} mayDelete={mayDelete} />
            )}
            {mayInClan(clan, "settings.manage") && <MakeToken clanId={clan.id} />}
            <Disclosure open={items.length === 0} summary="How to use a token">
              <TokenExample clanId={clan.id} />
            </Disclosure>
          </>
        )}
      </AsyncSection>
    </Card>
  );
}

function MakeToken({ clanId }: { clanId: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Row>
      <Button variant="primary" onClick={() => setOpen(true)}>
        Create a token
      </Button>
      {isOpen && <CreateTokenDialog clanId={clanId} onClose={() => setOpen(false)} />}
    </Row>
  );
}

interface TokenListProps {
  clanId: string;
  tokens: ApiToken[];
  mayDelete: boolean;
}

function TokenList({ clanId, tokens, mayDelete }: TokenListProps) {
  return (
    <ul aria-label="API tokens">
      {tokens.map((token) => (
        <ListItem key={token.id}>
          <TokenLines token={token} />
          {mayDelete && <DeleteButton clanId={clanId} token={token} />}
        </ListItem>
      ))}
    </ul>
  );
}

function TokenLines({ token }: { token: ApiToken }) {
  return (
    <ItemText>
      <strong>{token.name}</strong> <Muted as="code">…{token.last_four}</Muted>
      <div>{token.scopes.map((scope) => scopeTexts[scope][0]).join(" · ")}</div>
      <Muted as="div">
        Created by {token.created_by_name} · <Use at={token.last_used_at} /> · <Expiry at={token.expires_at} />
      </Muted>
    </ItemText>
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
    <>
      {isOver ? (
        <Text weight={600} tone="danger">
          expired
        </Text>
      ) : (
        "expires"
      )}{" "}
      <RelativeTime iso={at} />
    </>
  );
}

function DeleteButton({ clanId, token: { id, name, last_four } }: { clanId: string; token: ApiToken }) {
  const deletion = useDeleteToken(clanId);
  const confirm = async () => {
    await deletion.mutateAsync(id);
    showToast({ kind: "success", message: `Token ${name} deleted` });
  };
  return (
    <>
      <ConfirmButton label="Delete" name={name} title={`Delete ${name}?`} action="Delete token" onConfirm={confirm}>
        <p>Whatever uses the token that ends in {last_four} is refused from then on. What it entered stays.</p>
      </ConfirmButton>
    </>
  );
}

function TokenExample({ clanId }: { clanId: string }) {
  const example = toExample(clanId, location.origin);
  return (
    <Stack gap={3}>
      <p>A program sends its token with every call. This enters one value:</p>
      <Inset>
        <pre className={styles.code}>{example}</pre>
      </Inset>
      <Muted as="p">
        A token that reads values finds the ids of players and activities at{" "}
        <code>/api/clans/{clanId}/days/2026-03-04</code>.
      </Muted>
      <Row>
        <CopyButton label="Copy the example" text={example} />
        <ButtonAnchor variant="plain" href="/api/docs#bots">
          All calls, with more examples
        </ButtonAnchor>
      </Row>
    </Stack>
  );
}
