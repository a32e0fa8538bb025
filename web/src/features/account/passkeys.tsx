import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { productConfigQuery } from "../../domain/profile.ts";
import { formatFullDate } from "../../lib/format.ts";
import { type Passkey, passkeyErrorText, passkeysQuery, removePasskey, renamePasskey } from "../../lib/passkeys.ts";
import { canUsePasskeys } from "../../lib/shared/home-address.ts";
import { AsyncSection } from "../../ui/async-section.tsx";
import { Card } from "../../ui/card.tsx";
import { Button } from "../../ui/core/button.tsx";
import { Form, TextField } from "../../ui/core/field.tsx";
import { Muted, Row } from "../../ui/core/layout.tsx";
import { FormSummary } from "../../ui/core/notice.tsx";
import { useForm } from "../../ui/core/use-form.ts";
import { Dialog, SubmitActions } from "../../ui/dialog.tsx";
import { LazyConfirmDialog } from "../../ui/lazy-dialog.tsx";
import { ItemText, ListItem } from "../../ui/list.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { useAddPasskey, useConfirmIdentity } from "./confirm-identity.tsx";

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
  const form = useForm({
    rules,
    initial: { name: passkey.friendly_name },
    send: async ({ name }) => {
      setError(null);
      try {
        await renamePasskey(passkey.id, name.trim());
        await queries.invalidateQueries(passkeysQuery);
        onClose();
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
