import { type AttentionSettings, usualWarningDays, warningDays } from "@clanhall/contract/attention";
import { warningMessage } from "@clanhall/contract/attention-drafts";
import { useState } from "react";
import { formatPercent } from "../../lib/format.ts";
import { Button } from "../../ui/core/button.tsx";
import { Checkbox } from "../../ui/core/checkbox.tsx";
import { Form } from "../../ui/core/field.tsx";
import { ErrorMessage } from "../../ui/core/notice.tsx";
import { Select } from "../../ui/core/select.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { Textarea } from "../../ui/fields.tsx";
import { showToast } from "../../ui/toasts.ts";
import { useMemberDecisions, type WarningDraft } from "./api.ts";

/** What the texts of the clan may name. */
interface Warned {
  id: string;
  name: string;
  rate: number | null;
  days: number;
}

interface WarnDialogProps {
  clanId: string;
  warned: Warned;
  settings: Pick<AttentionSettings, "warning_texts">;
  onClose: () => void;
}

export function WarnDialog({ clanId, warned, settings: { warning_texts: texts }, onClose }: WarnDialogProps) {
  const filled = texts.map((text) => fill(text, warned));
  const [message, setMessage] = useState(filled[0] ?? "");
  const [ends, setEnds] = useState(String(usualWarningDays));
  const [isPosted, setPosted] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const { warn, undoWarning } = useMemberDecisions(clanId, warned.id);
  const send = () => {
    const wrong = warningMessage.safeParse(message).error?.issues[0]?.message ?? null;
    setProblem(wrong);
    if (wrong !== null || warn.isPending) return;
    const ends_after = ends === "never" ? null : (Number(ends) as WarningDraft["ends_after"]);
    warn.mutate(
      { message, ends_after, post: isPosted },
      {
        onSuccess: ({ id }) => {
          const undo = () => undoWarning.mutate(id);
          showToast({ kind: "success", message: `${warned.name} warned`, onUndo: undo });
          onClose();
        },
      },
    );
  };
  return (
    <Dialog title={`Warn ${warned.name}`} onClose={onClose}>
      <Form
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        {filled.length > 1 && (
          <Select
            label="Start with"
            value={filled.includes(message) ? message : ""}
            placeholder="Your own text"
            options={filled.map((text) => ({ value: text, label: text }))}
            onChange={setMessage}
          />
        )}
        <Textarea
          label="Warning"
          hint={`${warned.name} and the officers read it.`}
          max={500}
          value={message}
          error={problem}
          onChange={({ currentTarget }) => setMessage(currentTarget.value)}
        />
        <Select
          label="Ends after"
          value={ends}
          options={[
            ...warningDays.map((days) => ({ value: String(days), label: `${days} days` })),
            { value: "never", label: "Never" },
          ]}
          onChange={setEnds}
        />
        <Checkbox label="Post it to Discord" checked={isPosted} onChange={setPosted} />
        <ErrorMessage error={warn.error} />
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={warn.isPending}>
            Warn
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}

function fill(text: string, { name, rate, days }: Warned): string {
  return text
    .replaceAll("{player}", name)
    .replaceAll("{rate}", formatPercent(rate, 0))
    .replaceAll("{days}", String(days));
}
