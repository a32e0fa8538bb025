import type { Profile } from "@clanhall/contract/account";
import type { ProductConfig } from "@clanhall/contract/config";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { AsyncSection } from "../../ui/async-section.tsx";
import { ErrorMessage } from "../../ui/core/notice.tsx";
import { Button } from "../../ui/core/button.tsx";
import { AuthRefusal } from "../../lib/error-text.ts";
import { canReturnFromProvider } from "../../lib/shared/home-address.ts";
import { productConfigQuery } from "../../domain/profile.ts";
import styles from "./account.module.css";
import { Card } from "../../ui/card.tsx";
import { LazyConfirmDialog } from "../../ui/lazy-dialog.tsx";
import { ProviderNotice } from "../../ui/provider-notice.tsx";
import { useProve } from "./proof.tsx";
import { accountSection, type Identity, linkProvider, myUserQuery, unlinkProvider } from "./sign-in-service.ts";

interface WaysInCardProps {
  profile: Profile;
  /** Why a link to another service did not come about, as the address it led back to says. */
  refusedCode: string | null;
}

/** Accounts of other services that open this one. */
export function WaysInCard({ profile, refusedCode }: WaysInCardProps) {
  const user = useQuery(myUserQuery);
  const { data: config } = useQuery(productConfigQuery);
  return (
    <Card title="Ways in" line="Accounts of other services you can log in with.">
      {refusedCode && <ErrorMessage error={new AuthRefusal(refusedCode, refusedCode)} />}
      <AsyncSection query={user} what="Your ways in" lines={1}>
        {({ identities = [] }) => (
          <>
            <LinkedList profile={profile} identities={identities} config={config} />
            {config?.manual_linking && <LinkButtons identities={identities} config={config} />}
          </>
        )}
      </AsyncSection>
    </Card>
  );
}

interface LinkedListProps {
  profile: Profile;
  identities: Identity[];
  config: ProductConfig | undefined;
}

function LinkedList({ profile, identities, config }: LinkedListProps) {
  const linked = identities.filter(({ provider }) => provider !== "email" && provider !== "phone");
  if (linked.length === 0) return <p className={styles.note}>No account of another service is linked.</p>;
  const isLastWay = linked.length === 1 && !profile.has_password;
  return (
    <ul className={styles.list}>
      {linked.map((identity) => (
        <Linked
          key={identity.identity_id}
          identity={identity}
          name={config?.providers.find(({ key }) => key === identity.provider)?.name ?? identity.provider}
          isLastWay={isLastWay}
        />
      ))}
    </ul>
  );
}

function Linked({ identity, name, isLastWay }: { identity: Identity; name: string; isLastWay: boolean }) {
  const [isAsking, setAsking] = useState(false);
  const prove = useProve();
  const queries = useQueryClient();
  const unlink = async () => {
    await prove(() => unlinkProvider(identity));
    await queries.invalidateQueries(myUserQuery);
  };
  const email = identity.identity_data?.email as string | undefined;
  return (
    <li className={styles.item}>
      <div className={styles.what}>
        <strong>{name}</strong>
        {email && <div className={styles.note}>{email}</div>}
        {isLastWay && (
          <div className={styles.note} id="last-way">
            This is your only way in. Set a password or link another account first.
          </div>
        )}
      </div>
      <Button
        aria-disabled={isLastWay}
        aria-describedby={isLastWay ? "last-way" : undefined}
        onClick={() => isLastWay || setAsking(true)}
      >
        Unlink <span className="unseen">{name}</span>
      </Button>
      {isAsking && (
        <LazyConfirmDialog
          title={`Unlink ${name}?`}
          action="Unlink"
          onConfirm={unlink}
          onClose={() => setAsking(false)}
        >
          <p>You can then no longer log in with {name}. Your other ways in stay as they are.</p>
        </LazyConfirmDialog>
      )}
    </li>
  );
}

function LinkButtons({ identities, config }: { identities: Identity[]; config: ProductConfig }) {
  const prove = useProve();
  const link = useMutation({ mutationFn: (provider: string) => prove(() => linkProvider(provider)) });
  const open = config.providers.filter(({ key }) => !identities.some(({ provider }) => provider === key));
  if (open.length === 0) return null;
  if (!canReturnFromProvider()) {
    return <ProviderNotice what="link" providers={open} path={accountSection("security")} />;
  }
  return (
    <>
      <div className={styles.actions}>
        {open.map(({ key, name }) => (
          <Button key={key} busy={link.isPending} onClick={() => link.isPending || link.mutate(key)}>
            Link {name}
          </Button>
        ))}
      </div>
      <ErrorMessage error={link.error} />
    </>
  );
}
