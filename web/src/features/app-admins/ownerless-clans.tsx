import type { OwnerlessClan } from "@clanhall/contract/admin";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { AsyncSection } from "../../ui/async-section.tsx";
import { Button } from "../../ui/core/button.tsx";
import { Card } from "../../ui/card.tsx";
import { formatFullDate } from "../../lib/format.ts";
import { ownerlessClansQuery, useRecoverClan } from "./api.ts";
import { adminReason } from "@clanhall/contract/admin-users";
import { useSendsMail } from "../../domain/profile.ts";
import { Form, TextField } from "../../ui/core/field.tsx";
import { Muted } from "../../ui/core/layout.tsx";
import { FormSummary } from "../../ui/core/notice.tsx";
import { Select } from "../../ui/core/select.tsx";
import { useForm } from "../../ui/core/use-form.ts";
import { errorText } from "../../lib/error-text.ts";
import { serverFieldErrors } from "../../lib/api-errors.ts";
import { schemaRule } from "../../lib/zod-setup.ts";
import { Dialog, SubmitActions } from "../../ui/dialog.tsx";
import { ItemText, ListItem } from "../../ui/list.tsx";
import { showToast } from "../../ui/toasts.ts";

/** Clans that nobody can lead, and the way to somebody who can. */
export function OwnerlessClans() {
  const clans = useQuery(ownerlessClansQuery);
  const [chosen, setChosen] = useState<OwnerlessClan | null>(null);
  return (
    <Card
      title="Clans without an owner"
      line="Their owner has no account any more, or is kept out. You can make one of their members the owner."
    >
      <AsyncSection query={clans} what="The clans" lines={2}>
        {(items) =>
          items.length === 0 ? (
            <Muted as="p">None: every clan has an owner who can act.</Muted>
          ) : (
            <ul aria-label="Clans without an owner">
              {items.map((clan) => (
                <ClanRow key={clan.id} clan={clan} onHandOver={() => setChosen(clan)} />
              ))}
            </ul>
          )
        }
      </AsyncSection>
      {chosen && <RecoverDialog clan={chosen} onClose={() => setChosen(null)} />}
    </Card>
  );
}

function ClanRow({ clan, onHandOver }: { clan: OwnerlessClan; onHandOver: () => void }) {
  const { name, owner, created_at, candidates } = clan;
  return (
    <ListItem>
      <ItemText>
        <strong>{name}</strong>
        <Muted as="div">
          {owner ? `Owned by ${owner}` : "The owner’s account is gone"} · since {formatFullDate(created_at)}
        </Muted>
      </ItemText>
      {candidates.length === 0 ? (
        <Muted>No member has an account to take it over.</Muted>
      ) : (
        <Button onClick={onHandOver}>
          Hand over <span className="visually-hidden">{name}</span>
        </Button>
      )}
    </ListItem>
  );
}

interface RecoverDialogProps {
  clan: OwnerlessClan;
  onClose: () => void;
}

const rules = {
  member_id: (id: string) => (id ? null : "Choose the member who becomes the owner."),
  reason: schemaRule(adminReason),
};

/** Makes a member the owner of a clan that nobody leads any more. */
function RecoverDialog({ clan, onClose }: RecoverDialogProps) {
  const { mutateAsync } = useRecoverClan(clan.id);
  const sendsMail = useSendsMail();
  const [problem, setProblem] = useState<unknown>(null);
  const form = useForm({
    rules,
    send: async (values) => {
      setProblem(null);
      try {
        await mutateAsync({ member_id: values.member_id, reason: adminReason.parse(values.reason) });
        showToast({ kind: "success", message: `${clan.name} handed over` });
        onClose();
        return {};
      } catch (error) {
        const found = serverFieldErrors(error, rules);
        if (!found) setProblem(error);
        return found ?? {};
      }
    },
  });
  const { value, error, name } = form.text("member_id");
  return (
    <Dialog title={`Hand over ${clan.name}`} onClose={onClose}>
      <p>
        {sendsMail
          ? "The member becomes the owner at once, and both are told by mail where they can be reached."
          : "The member becomes the owner at once. This site sends no mail, so tell both yourself."}
      </p>
      <Form onSubmit={form.onSubmit}>
        <FormSummary error={problem ? errorText(problem) : null} wrongFields={form.wrongFields} />
        <Select
          label="New owner"
          name={name}
          value={value}
          error={error}
          onChange={(chosen) => form.change("member_id", chosen)}
          options={[
            { value: "", label: "Choose a member" },
            ...clan.candidates.map(({ member_id, player, role, email }) => ({
              value: member_id,
              label: `${player}, ${role} (${email})`,
            })),
          ]}
        />
        <TextField
          label="Reason"
          hint="5 to 200 characters. It is kept in the admin audit and in the clan’s log."
          autoComplete="off"
          {...form.text("reason")}
        />
        <SubmitActions action="Hand over" busy={form.isPending} onCancel={onClose} />
      </Form>
    </Dialog>
  );
}
