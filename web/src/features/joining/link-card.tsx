import { type JoinLink, joinLinkDraft } from "@clanhall/contract/join-links";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { toQrImage } from "../../lib/qr-code.ts";
import { formatFullDate, plural } from "../../lib/format.ts";
import { AsyncSection } from "../../ui/async-section.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Card, Disclosure } from "../../ui/card.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { CopyButton, LinkText, QrImage } from "../../ui/copy-button.tsx";
import { Button } from "../../ui/core/button.tsx";
import { TextField } from "../../ui/core/field.tsx";
import { Muted, Row } from "../../ui/core/layout.tsx";
import { ErrorMessage } from "../../ui/core/notice.tsx";
import { Select } from "../../ui/core/select.tsx";
import { NumberField } from "../../ui/fields.tsx";
import { FormDialog } from "../../ui/forms/form-dialog.tsx";
import { useVersionedForm } from "../../ui/forms/use-versioned-form.ts";
import { showToast } from "../../ui/toasts.ts";
import { joinLinkQuery, renewJoinLink, saveJoinLink, useJoinChange } from "./api.ts";

/** One link to post: whoever opens it asks to join, and officers decide. */
export function JoinLinkCard({ clanId, clanName }: { clanId: string; clanName: string }) {
  const query = useQuery(joinLinkQuery(clanId));
  return (
    <Card
      title="Join link"
      line="One link for everyone. Whoever opens it asks to join, and you decide under Players → Requests."
    >
      <AsyncSection query={query} what="The join link" lines={2}>
        {(link) => (link ? <LinkParts {...{ clanId, clanName, link }} /> : <MakeLink clanId={clanId} />)}
      </AsyncSection>
    </Card>
  );
}

function MakeLink({ clanId }: { clanId: string }) {
  const make = useJoinChange(clanId, () => saveJoinLink(clanId, { is_on: true, version: null }));
  return (
    <>
      <Row>
        <Button variant="primary" busy={make.isPending} onClick={() => make.mutate(undefined)}>
          Create a join link
        </Button>
        <Muted>It ends after 30 days, unless you change that.</Muted>
      </Row>
      <ErrorMessage error={make.error} />
    </>
  );
}

interface LinkProps {
  clanId: string;
  clanName: string;
  link: JoinLink;
}

function LinkParts({ clanId, clanName, link }: LinkProps) {
  const [dialog, setDialog] = useState<"edit" | "renew" | null>(null);
  const turn = useJoinChange(clanId, () => saveJoinLink(clanId, { ...toDraft(link), is_on: !link.is_on }));
  const state = toState(link);
  const message = `Join ${clanName} on Clanhall: ${link.url}`;
  return (
    <>
      <Row gap={2}>
        <Badge tone={state === "On" ? "success" : "warning"}>{state}</Badge>
        <Muted>{describe(link)}</Muted>
      </Row>
      {link.is_full && (
        <p>Too many requests are waiting, so the link is closed for now. Decide some under Players → Requests.</p>
      )}
      {link.is_on && <LinkText link={link.url} />}
      <Row gap={2} fill>
        {link.is_on && <CopyButton key={link.url} label="Copy link" text={link.url} />}
        {link.is_on && <CopyButton key={message} label="Copy a message" text={message} />}
        <Button onClick={() => setDialog("edit")}>Change…</Button>
        <Button busy={turn.isPending} onClick={() => turn.mutate(undefined)}>
          {link.is_on ? "Switch off" : "Switch on"}
        </Button>
        <Button onClick={() => setDialog("renew")}>New address…</Button>
      </Row>
      <ErrorMessage error={turn.error} />
      {link.is_on && (
        <Disclosure summary="QR code">
          <QrImage src={toQrImage(link.url)} size={168} alt="The join link as a QR code" />
        </Disclosure>
      )}
      {dialog === "edit" && <LinkForm {...{ clanId, link }} onClose={() => setDialog(null)} />}
      {dialog === "renew" && <RenewDialog {...{ clanId, link }} onClose={() => setDialog(null)} />}
    </>
  );
}

function toDraft({ is_on, names, question, expires_at, max_uses, version }: JoinLink) {
  return { is_on, names, question, expires_at, max_uses, version };
}

function toState({ is_on, is_full, expires_at, max_uses, uses }: JoinLink): string {
  if (!is_on) return "Off";
  if (expires_at !== null && Date.parse(expires_at) <= Date.now()) return "Expired";
  if (max_uses !== null && uses >= max_uses) return "Used up";
  return is_full ? "Full" : "On";
}

/** "Ends on 16 December 2026 · 12 of 50 people have come in · Names are typed". */
function describe({ expires_at, max_uses, uses, names }: JoinLink): string {
  const end = expires_at === null ? "No end" : `Ends on ${formatFullDate(expires_at)}`;
  const people = max_uses === null ? plural(uses, "person", "people") : `${uses} of ${max_uses} people`;
  const how = names === "list" ? "They choose their player from a list" : "They type their name";
  return `${end} · ${people} let in · ${how}`;
}

const ends = [
  { value: "keep", label: "As it is" },
  { value: "7", label: "In 7 days" },
  { value: "30", label: "In 30 days" },
  { value: "90", label: "In 90 days" },
  { value: "none", label: "No end" },
];
const nameChoices = [
  { value: "typed", label: "They type their name" },
  { value: "list", label: "They choose from players without an account" },
] as const;

interface LinkFields {
  names: JoinLink["names"];
  question: string;
  end: string;
  max_uses: string;
}

const labels = { names: "Who they are", question: "Question", end: "Ends", max_uses: "For at most" };

function LinkForm({ clanId, link, onClose }: { clanId: string; link: JoinLink; onClose: () => void }) {
  const queries = useQueryClient();
  const form = useVersionedForm({
    row: link,
    toFields: ({ names, question, max_uses }: JoinLink): LinkFields => ({
      names,
      question: question ?? "",
      end: "keep",
      max_uses: max_uses === null ? "" : String(max_uses),
    }),
    initial: (): LinkFields => ({ names: "typed", question: "", end: "30", max_uses: "" }),
    toBody: ({ max_uses, ...fields }: LinkFields) => ({ ...fields, max_uses: toCount(max_uses) }),
    schema: joinLinkDraft.pick({ names: true, max_uses: true }).loose(),
    labels,
    save: ({ version }, { end, question, names, max_uses }) =>
      saveJoinLink(clanId, {
        names,
        max_uses: toCount(max_uses),
        is_on: link.is_on,
        question: question || null,
        ...(end !== "keep" && { expires_at: toEnd(end) }),
        version,
      }),
    onSaved: () => {
      void queries.invalidateQueries({ queryKey: joinLinkQuery(clanId).queryKey });
      showToast({ kind: "success", message: "Join link saved" });
    },
    onClose,
  });
  const names = form.select("names");
  return (
    <FormDialog title="Change the join link" action="Save" form={form} onClose={onClose}>
      <Select
        label={labels.names}
        hint="Names are shown only to people who are signed in."
        options={nameChoices}
        {...names}
        onChange={(value) => names.onChange(value)}
      />
      <TextField
        label={labels.question}
        hint="Asked of everyone, such as “Which server do you play on?” (optional)"
        maxLength={200}
        autoComplete="off"
        {...form.text("question")}
      />
      <Select label={labels.end} options={ends} {...form.select("end")} />
      <NumberField label={labels.max_uses} unit="people" {...form.number("max_uses")} />
    </FormDialog>
  );
}

function toCount(text: string): number | null {
  return text.trim() === "" ? null : Number(text);
}

function toEnd(days: string): string | null {
  return days === "none" ? null : new Date(Date.now() + Number(days) * 86_400_000).toISOString();
}

function RenewDialog({ clanId, link, onClose }: { clanId: string; link: JoinLink; onClose: () => void }) {
  const renew = useJoinChange(clanId, () => renewJoinLink(clanId, link.version));
  return (
    <ConfirmDialog
      title="Give the link a new address?"
      action="New address"
      onConfirm={() => renew.mutateAsync(undefined)}
      onClose={onClose}
    >
      <p>The address you have posted stops working at once. Waiting requests stay.</p>
    </ConfirmDialog>
  );
}
