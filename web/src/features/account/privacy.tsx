import { type Profile, type PublicName, publicNames } from "@clanhall/contract/account";
import { productName } from "@clanhall/contract/pages";
import { useMutation, useQuery } from "@tanstack/react-query";
import { productConfigQuery } from "../../domain/profile.ts";
import { keepTrackingChoice } from "../../lib/analytics.ts";
import { saveFile } from "../../lib/files.ts";
import { mutateEach } from "../../lib/mutations.ts";
import { Card } from "../../ui/card.tsx";
import { Button } from "../../ui/core/button.tsx";
import { Checkbox, Radio } from "../../ui/core/checkbox.tsx";
import { Row, Stack } from "../../ui/core/layout.tsx";
import { ErrorMessage, FormSummary, Notice, SavedNote } from "../../ui/core/notice.tsx";
import { fetchMyData, useCancelAccountDeletion, useDeleteAccount, useSavePrivacy } from "./api.ts";
import { type SubmitEvent, useState } from "react";
import { hasStatus } from "../../lib/api-errors.ts";
import { formatFullDate } from "../../lib/format.ts";
import { errorText } from "../../lib/error-text.ts";
import { Form, TextField } from "../../ui/core/field.tsx";
import { Dialog, SubmitActions } from "../../ui/dialog.tsx";
import { restoreLostFocus } from "../../ui/focus.ts";
import { showToast } from "../../ui/toasts.ts";
import { IdentityInput, useIdentityInput } from "./confirm-identity.tsx";

const publicNameLabels: Record<PublicName, string> = {
  name: "My player’s name",
  alias: "My player’s alias, if I have one",
  hidden: "No name: others see “Hidden player”",
};

export function PublicNameCard({ profile }: { profile: Profile }) {
  const save = useSavePrivacy();
  return (
    <Card
      title="My name on public boards"
      line="Anyone with the link can read a public board. Your clan always sees your name."
    >
      <fieldset>
        <legend className="visually-hidden">My name on public boards</legend>
        {publicNames.map((name) => (
          <Radio
            key={name}
            label={publicNameLabels[name]}
            name="public-name"
            checked={profile.privacy.public_name === name}
            onChange={() => save.mutate({ public_name: name })}
          />
        ))}
      </fieldset>
      <ErrorMessage error={save.error} />
      <SavedNote text={save.isSuccess && "Saved"} />
    </Card>
  );
}

/** Counts in this browser from the first moment, also when saving it for the others takes a while. */
export function AnalyticsCard({ profile }: { profile: Profile }) {
  const save = useSavePrivacy();
  const { data: config } = useQuery(productConfigQuery);
  const choose = (optOut: boolean) => {
    keepTrackingChoice(optOut);
    mutateEach(
      save,
      { analytics_opt_out: optOut },
      () => undefined,
      // An objection that could not be saved still holds here; only a consent is taken back.
      () => optOut || keepTrackingChoice(true),
    );
  };
  return (
    <Card
      title="Usage statistics"
      line={
        config?.analytics
          ? "We count which pages are used, to learn what to improve. You can opt out."
          : "This installation collects none. Your choice is kept in case that ever changes."
      }
    >
      <Checkbox
        label="Turn off usage statistics"
        checked={profile.privacy.analytics_opt_out}
        onChange={(isChecked) => choose(isChecked)}
      />
      <ErrorMessage error={save.error} />
      <SavedNote text={save.isSuccess && "Saved"} />
    </Card>
  );
}

export function DownloadCard() {
  const download = useMutation({
    mutationFn: fetchMyData,
    onSuccess: (data) => {
      const day = new Date().toISOString().slice(0, 10);
      saveFile(`${productName.toLowerCase()}-my-data-${day}.json`, data, "application/json");
    },
  });
  return (
    <Card title="My data" line="Your data in one JSON file. Notes that officers write for each other are not in it.">
      <Row>
        <Button busy={download.isPending} onClick={() => download.isPending || download.mutate()}>
          {download.isPending ? "Gathering…" : "Download my data"}
        </Button>
        <SavedNote text={download.isSuccess && "Downloaded"} />
      </Row>
      <ErrorMessage error={download.error} />
    </Card>
  );
}

export function DeleteCard({ profile }: { profile: Profile }) {
  const [isAsking, setAsking] = useState(false);
  const { deletes_at: deletesAt } = profile;
  return (
    <Card
      title="Delete my account"
      line={
        deletesAt
          ? `You asked for this. Your account is deleted on ${formatFullDate(deletesAt)}.`
          : "It takes effect after 14 days. Until then you can change your mind."
      }
    >
      <div>{deletesAt ? <KeepAccount /> : <Button onClick={() => setAsking(true)}>Delete my account</Button>}</div>
      {isAsking && <DeleteDialog hasPassword={profile.has_password} onClose={() => setAsking(false)} />}
    </Card>
  );
}

function KeepAccount() {
  const cancel = useCancelAccountDeletion();
  const keep = async () => {
    if (cancel.isPending) return;
    await cancel.mutateAsync().then(showKept, () => undefined);
  };
  return (
    <Row>
      <Button variant="primary" busy={cancel.isPending} onClick={() => void keep()}>
        Keep my account
      </Button>
      <ErrorMessage error={cancel.error} />
    </Row>
  );
}

function showKept(): void {
  showToast({ kind: "success", message: "Your account stays" });
  restoreLostFocus();
}

/** Stands above every section while the account waits for its end. */
export function DeletionNotice({ deletesAt }: { deletesAt: string }) {
  return (
    <Notice tone="warning" role="region" aria-label="Your account will be deleted">
      <p>
        <strong>Your account will be deleted on {formatFullDate(deletesAt)}.</strong> Until then everything works as
        before and you can change your mind.
      </p>
      <KeepAccount />
    </Notice>
  );
}

const confirmText = "DELETE";

function DeleteDialog({ hasPassword, onClose }: { hasPassword: boolean; onClose: () => void }) {
  const input = useIdentityInput(hasPassword);
  const [typed, setTyped] = useState("");
  const [typedError, setTypedError] = useState<string | null>(null);
  const deletion = useDeleteAccount();
  const error = isIdentityWrong(deletion.error) ? null : deletion.error;
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const isTyped = typed.trim() === confirmText;
    setTypedError(isTyped ? null : `Type ${confirmText} in capitals.`);
    const proof = input.read();
    if (!proof || !isTyped || deletion.isPending) return;
    deletion.mutate(proof, {
      onSuccess: onClose,
      onError: (failure) => isIdentityWrong(failure) && input.setError(errorText(failure)),
    });
  };
  return (
    <Dialog title="Delete your account?" onClose={onClose}>
      <WhatHappens />
      <Form onSubmit={submit}>
        <FormSummary error={error && errorText(error)} wrongFields={[input.error, typedError].filter(Boolean).length} />
        <IdentityInput input={input} />
        <TextField
          label={`Type ${confirmText} to confirm`}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          value={typed}
          error={typedError}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        <SubmitActions action="Delete my account" busy={deletion.isPending} danger onCancel={onClose} />
      </Form>
    </Dialog>
  );
}

function isIdentityWrong(failure: unknown): boolean {
  return hasStatus(failure, 400, 403);
}

function WhatHappens() {
  return (
    <Stack as="ul" gap={2} className="bulleted">
      <li>Your other devices are signed out now.</li>
      <li>For 14 days you can log in and choose “Keep my account”.</li>
      <li>Then your name, e-mail and sign-ins are gone for good.</li>
      <li>Your clans keep their totals; your entries belong to “Former member”.</li>
    </Stack>
  );
}
