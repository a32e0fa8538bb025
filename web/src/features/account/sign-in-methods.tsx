import type { Profile } from "@clanhall/contract/account";
import type { ProductConfig } from "@clanhall/contract/system";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { AsyncSection } from "../../ui/async-section.tsx";
import { ErrorMessage, FormSummary } from "../../ui/core/notice.tsx";
import { Button } from "../../ui/core/button.tsx";
import { AuthError } from "../../lib/error-text.ts";
import { useWhileMounted } from "../../lib/hooks.ts";
import { type Passkey, passkeyErrorText, passkeysQuery, removePasskey, renamePasskey } from "../../lib/passkeys.ts";
import { canReturnFromProvider, canUsePasskeys } from "../../lib/shared/home-address.ts";
import { productConfigQuery } from "../../domain/profile.ts";
import { Muted, Row } from "../../ui/core/layout.tsx";
import { Card, Inset } from "../../ui/card.tsx";
import { ConfirmButton, LazyConfirmDialog } from "../../ui/lazy-dialog.tsx";
import { ItemText, ListItem } from "../../ui/list.tsx";
import { ProviderNotice } from "../../ui/provider-notice.tsx";
import { useAddPasskey, useConfirmIdentity } from "./confirm-identity.tsx";
import { accountSection, type Identity, linkProvider, myUserQuery, unlinkProvider } from "./api.ts";
import { formatFullDate } from "../../lib/format.ts";
import { Form, TextField } from "../../ui/core/field.tsx";
import { useForm } from "../../ui/core/use-form.ts";
import { Dialog, SubmitActions } from "../../ui/dialog.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { createPersonCode, deleteMyDiscord, discordCodeMinutes, getMyDiscord } from "@clanhall/contract/discord";
import { call } from "../../lib/api-client.ts";

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
            This is your only sign-in method. Set a password or link another account first.
          </Muted>
        )}
      </ItemText>
      <ConfirmButton
        label="Unlink"
        name={name}
        blockedBy={isOnlyMethod ? "only-method" : undefined}
        title={`Unlink ${name}?`}
        action="Unlink"
        onConfirm={unlink}
      >
        <p>You can then no longer log in with {name}. Your other sign-in methods stay as they are.</p>
      </ConfirmButton>
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

/** Keys of devices and password managers that open the account by themselves. */
export function PasskeysCard() {
  const { data: config } = useQuery(productConfigQuery);
  const isOn = config?.passkeys === true;
  const passkeys = useQuery({ ...passkeysQuery, enabled: isOn });
  if (!isOn) return null;
  return (
    <Card title="Passkeys" line="Log in with your fingerprint, your face or your screen lock. No password, no code.">
      <AsyncSection query={passkeys} what="Your passkeys" lines={2}>
        {(list) => <Passkeys passkeys={list} />}
      </AsyncSection>
    </Card>
  );
}

function Passkeys({ passkeys }: { passkeys: Passkey[] }) {
  const { error, isPending, add } = useAddPasskey();
  return (
    <>
      {passkeys.length === 0 ? (
        <Muted as="p">You have none yet.</Muted>
      ) : (
        <ul>
          {passkeys.map((passkey) => (
            <PasskeyItem key={passkey.id} passkey={passkey} />
          ))}
        </ul>
      )}
      <FormSummary error={error} wrongFields={0} />
      {canUsePasskeys() ? (
        <Row>
          <Button busy={isPending} onClick={add}>
            Add a passkey
          </Button>
        </Row>
      ) : (
        <Muted as="p">This browser cannot add passkeys here.</Muted>
      )}
    </>
  );
}

function PasskeyItem({ passkey }: { passkey: Passkey }) {
  const [open, setOpen] = useState<"rename" | "remove" | null>(null);
  const confirm = useConfirmIdentity();
  const queries = useQueryClient();
  const close = () => setOpen(null);
  const remove = async () => {
    await confirm(() => removePasskey(passkey.id));
    await queries.invalidateQueries({ queryKey: ["me"] });
  };
  const { friendly_name: name, created_at, last_used_at, backed_up } = passkey;
  return (
    <ListItem>
      <ItemText>
        <strong>{name}</strong>
        <Muted as="p">
          Added {formatFullDate(created_at)}
          {last_used_at ? (
            <>
              , last used <RelativeTime iso={last_used_at} />
            </>
          ) : (
            ", not used yet"
          )}
          {backed_up && ", synced"}
        </Muted>
      </ItemText>
      <Row gap={2}>
        <Button onClick={() => setOpen("rename")}>
          Rename <span className="visually-hidden">{name}</span>
        </Button>
        <Button onClick={() => setOpen("remove")}>
          Remove <span className="visually-hidden">{name}</span>
        </Button>
      </Row>
      {open === "rename" && <RenameDialog passkey={passkey} onClose={close} />}
      {open === "remove" && (
        <LazyConfirmDialog title={`Remove ${name}?`} action="Remove" onConfirm={remove} onClose={close}>
          <p>You can then no longer log in with it. Delete it on your device as well.</p>
        </LazyConfirmDialog>
      )}
    </ListItem>
  );
}

const rules = {
  name: (text: string) => {
    if (text.trim() === "") return "Give it a name.";
    return text.trim().length > 120 ? "Keep the name to 120 characters or fewer." : null;
  },
};

function RenameDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const queries = useQueryClient();
  const [error, setError] = useState<string | null>(null);
  const close = useWhileMounted(onClose);
  const form = useForm({
    rules,
    initial: { name: passkey.friendly_name },
    send: async ({ name }) => {
      setError(null);
      try {
        await renamePasskey(passkey.id, name.trim());
        await queries.invalidateQueries(passkeysQuery);
        close();
      } catch (failure) {
        setError(passkeyErrorText(failure));
      }
      return undefined;
    },
  });
  return (
    <Dialog title="Rename passkey" size="sm" onClose={onClose}>
      <Form onSubmit={form.onSubmit}>
        <FormSummary error={error} wrongFields={form.wrongFields} />
        <TextField label="Name" {...form.text("name")} />
        <SubmitActions action="Save" busy={form.isPending} onCancel={onClose} />
      </Form>
    </Dialog>
  );
}

const mine = { queryKey: ["discord", "me"], queryFn: () => call(getMyDiscord, {}) };

/** Which Discord account the bot takes for this one; nothing where there is no bot. */
export function DiscordLinkCard() {
  const { data: config } = useQuery(productConfigQuery);
  const discord = useQuery({ ...mine, enabled: config?.discord_app === true });
  if (!config?.discord_app) return null;
  return (
    <Card title="Discord" line="Ask the bot for your rank and enter values in your clan’s Discord server.">
      <AsyncSection query={discord} what="Your Discord account" lines={2}>
        {({ link }) =>
          link ? (
            <LinkedDiscord name={link.name} since={link.created_at} isSignIn={link.by === "sign_in"} />
          ) : (
            <GetCode />
          )
        }
      </AsyncSection>
    </Card>
  );
}

function LinkedDiscord({ name, since, isSignIn }: { name: string; since: string; isSignIn: boolean }) {
  const queries = useQueryClient();
  const unlink = useMutation({
    mutationFn: () => call(deleteMyDiscord, {}),
    onSuccess: () => queries.invalidateQueries({ queryKey: mine.queryKey }),
  });
  return (
    <>
      <p>
        Linked as <strong>@{name}</strong> <RelativeTime iso={since} />.
      </p>
      {isSignIn ? (
        <Muted as="p">You sign in with this Discord account. Unlink it under Security.</Muted>
      ) : (
        <Row>
          <Button onClick={() => unlink.mutate()} disabled={unlink.isPending}>
            Unlink
          </Button>
        </Row>
      )}
      {unlink.error && <ErrorMessage error={unlink.error} />}
      <Muted as="p">Whether your clans may mention you is chosen under Notifications.</Muted>
    </>
  );
}

function GetCode() {
  const code = useMutation({ mutationFn: () => call(createPersonCode, {}) });
  return (
    <>
      <Muted as="p">Your Discord account is not linked yet.</Muted>
      <Row>
        <Button onClick={() => code.mutate()} disabled={code.isPending}>
          Get a code
        </Button>
      </Row>
      {code.error && <ErrorMessage error={code.error} />}
      {code.data && (
        <Inset role="status">
          <p>
            In Discord, type <code>/link code:{code.data.code}</code>
          </p>
          <Muted as="p">
            The code works once, within {discordCodeMinutes} minutes. Don’t share it: anyone who uses it can act as you.
          </Muted>
        </Inset>
      )}
    </>
  );
}
