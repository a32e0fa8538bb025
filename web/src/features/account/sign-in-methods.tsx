import type { Profile } from "@clanhall/contract/account";
import type { ProductConfig } from "@clanhall/contract/system";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { AsyncSection } from "../../ui/async-section.tsx";
import { ErrorMessage } from "../../ui/core/notice.tsx";
import { Button } from "../../ui/core/button.tsx";
import { AuthError } from "../../lib/error-text.ts";
import { passkeysQuery } from "../../lib/passkeys.ts";
import { canReturnFromProvider } from "../../lib/shared/home-address.ts";
import { productConfigQuery } from "../../domain/profile.ts";
import { Muted, Row } from "../../ui/core/layout.tsx";
import { Card } from "../../ui/card.tsx";
import { LazyConfirmDialog } from "../../ui/lazy-dialog.tsx";
import { ItemText, ListItem } from "../../ui/list.tsx";
import { ProviderNotice } from "../../ui/provider-notice.tsx";
import { useConfirmIdentity } from "./confirm-identity.tsx";
import { accountSection, type Identity, linkProvider, myUserQuery, unlinkProvider } from "./auth-api.ts";

interface SignInMethodsProps {
  profile: Profile;
  /** Why a link to another service did not come about, as the address it led back to says. */
  errorCode: string | null;
}

/** Accounts of other services that open this one. */
export function SignInMethods({ profile, errorCode }: SignInMethodsProps) {
  const user = useQuery(myUserQuery);
  const { data: config } = useQuery(productConfigQuery);
  return (
    <Card title="Sign-in methods" line="Accounts of other services you can log in with.">
      {errorCode && <ErrorMessage error={new AuthError(errorCode, errorCode)} />}
      <AsyncSection query={user} what="Your sign-in methods" lines={1}>
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
  const { data: passkeys = [] } = useQuery({ ...passkeysQuery, enabled: config?.passkeys === true });
  const linked = identities.filter(({ provider }) => provider !== "email" && provider !== "phone");
  if (linked.length === 0) return <Muted as="p">No account of another service is linked.</Muted>;
  const isOnlyMethod = linked.length === 1 && !profile.has_password && passkeys.length === 0;
  return (
    <ul>
      {linked.map((identity) => (
        <Linked
          key={identity.identity_id}
          identity={identity}
          name={config?.providers.find(({ key }) => key === identity.provider)?.name ?? identity.provider}
          isOnlyMethod={isOnlyMethod}
        />
      ))}
    </ul>
  );
}

function Linked({ identity, name, isOnlyMethod }: { identity: Identity; name: string; isOnlyMethod: boolean }) {
  const [isAsking, setAsking] = useState(false);
  const confirm = useConfirmIdentity();
  const queries = useQueryClient();
  const unlink = async () => {
    await confirm(() => unlinkProvider(identity));
    await queries.invalidateQueries(myUserQuery);
  };
  const email = identity.identity_data?.email as string | undefined;
  return (
    <ListItem>
      <ItemText>
        <strong>{name}</strong>
        {email && <Muted as="p">{email}</Muted>}
        {isOnlyMethod && (
          <Muted as="p" id="only-method">
            This is your only way in. Set a password or link another account first.
          </Muted>
        )}
      </ItemText>
      <Button
        aria-disabled={isOnlyMethod}
        aria-describedby={isOnlyMethod ? "only-method" : undefined}
        onClick={() => isOnlyMethod || setAsking(true)}
      >
        Unlink <span className="visually-hidden">{name}</span>
      </Button>
      {isAsking && (
        <LazyConfirmDialog
          title={`Unlink ${name}?`}
          action="Unlink"
          onConfirm={unlink}
          onClose={() => setAsking(false)}
        >
          <p>You can then no longer log in with {name}. Your other sign-in methods stay as they are.</p>
        </LazyConfirmDialog>
      )}
    </ListItem>
  );
}

function LinkButtons({ identities, config }: { identities: Identity[]; config: ProductConfig }) {
  const confirm = useConfirmIdentity();
  const link = useMutation({ mutationFn: (provider: string) => confirm(() => linkProvider(provider)) });
  const open = config.providers.filter(({ key }) => !identities.some(({ provider }) => provider === key));
  if (open.length === 0) return null;
  if (!canReturnFromProvider()) {
    return <ProviderNotice what="link" providers={open} path={accountSection("security")} />;
  }
  return (
    <>
      <Row>
        {open.map(({ key, name }) => (
          <Button key={key} busy={link.isPending} onClick={() => link.isPending || link.mutate(key)}>
            Link {name}
          </Button>
        ))}
      </Row>
      <ErrorMessage error={link.error} />
    </>
  );
}
