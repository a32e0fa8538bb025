import {
  adminReason,
  anonymiseUser,
  unsuspendUser,
  resendUserConfirmation,
  removeUserPasskeys,
  resetUserFactors,
  revokeUserSessions,
  sendUserReset,
  suspendUser,
  type UserDetail,
} from "@clanhall/contract/admin-users";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useSendsMail } from "../../domain/profile.ts";
import { Button } from "../../ui/core/button.tsx";
import { Card } from "../../ui/card.tsx";
import { toNameKey } from "@clanhall/contract/text";
import { Row } from "../../ui/core/layout.tsx";
import { FormSummary } from "../../ui/core/notice.tsx";
import { TextField } from "../../ui/core/field.tsx";
import { useForm } from "../../ui/core/use-form.ts";
import { serverFieldErrors } from "../../lib/api-errors.ts";
import { useWhileMounted } from "../../lib/hooks.ts";
import { schemaRule } from "../../lib/zod-setup.ts";
import { useLateError } from "../../ui/late-error.ts";
import { SubmitDialog } from "../../ui/forms/text-dialog.tsx";
import { showToast } from "../../ui/toasts.ts";
import { userQuery } from "./api.ts";
import { call } from "../../lib/api-client.ts";

interface UserActionsProps {
  user: UserDetail;
  /** The account is not there any more. */
  onGone: () => void;
}

/** What can be done to the account as it is now. */
export function UserActions({ user, onGone }: UserActionsProps) {
  const sendsMail = useSendsMail();
  const [action, setAction] = useState<UserAction | null>(null);
  return (
    <Card title="Actions" line="Each asks for a reason and is kept in the admin audit.">
      <Row gap={2}>
        {listUserActions(sendsMail)
          .filter(({ isPossible }) => isPossible(user))
          .map((possible) => (
            <Button key={possible.label} onClick={() => setAction(possible)}>
              {possible.label}
            </Button>
          ))}
      </Row>
      {action && <ActionDialog user={user} action={action} onGone={onGone} onClose={() => setAction(null)} />}
    </Card>
  );
}

interface ActionDialogProps {
  user: UserDetail;
  action: UserAction;
  onGone: () => void;
  onClose: () => void;
}

/** Asks for the reason, and for the name where there is no way back. */
function ActionDialog({ user, action, onGone, onClose }: ActionDialogProps) {
  const { form, problem } = useActionForm({ user, action, onGone, onClose });
  const name = user.display_name;
  return (
    <SubmitDialog
      title={action.title(name)}
      action={action.label}
      danger={action.isDanger}
      input={form.values}
      work={{ isPending: form.isPending, error: problem }}
      onSubmit={form.onSubmit}
      onClose={onClose}
    >
      <p>{action.meaning}</p>
      <FormSummary error={null} wrongFields={form.wrongFields} />
      <TextField
        label="Reason"
        hint="5 to 200 characters. It is kept in the admin audit."
        autoComplete="off"
        {...form.text("reason")}
      />
      {action.isFinal && (
        <TextField label={`Type “${name}” to confirm`} autoComplete="off" spellCheck={false} {...form.text("typed")} />
      )}
    </SubmitDialog>
  );
}

function useActionForm({ user, action, onGone, onClose }: ActionDialogProps) {
  const { mutateAsync } = useUserAction(user.id, action);
  const [problem, setProblem] = useState<unknown>(null);
  const leave = useWhileMounted(() => {
    onClose();
    if (action.isFinal) onGone();
  });
  const name = user.display_name;
  const sayLate = useLateError(action.title(name));
  const isTyped = (text: string) => !action.isFinal || toNameKey(text) === toNameKey(name);
  const form = useForm({
    rules: {
      reason: schemaRule(adminReason),
      typed: (text: string) => (isTyped(text) ? null : `Type the name: ${name}`),
    },
    send: async ({ reason }) => {
      setProblem(null);
      try {
        await mutateAsync(adminReason.parse(reason));
        showToast({ kind: "success", message: action.done(name) });
        leave();
        return {};
      } catch (error) {
        sayLate(error);
        const found = serverFieldErrors(error, { reason });
        if (!found) setProblem(error);
        return found ?? {};
      }
    },
  });
  return { form, problem };
}

/** Something an app admin can do to an account, always with a reason. */
interface UserAction {
  label: string;
  title: (name: string) => string;
  /** What it means for the person. */
  meaning: string;
  /** Said once it is done. */
  done: (name: string) => string;
  /** What is said otherwise where no mail server is set. */
  withoutMail?: Partial<Pick<UserAction, "label" | "title" | "meaning" | "done">>;
  send: (userId: string, reason: string) => Promise<UserDetail>;
  isPossible: (user: UserDetail) => boolean;
  isDanger?: boolean;
  /** It cannot be taken back, so the name has to be typed. */
  isFinal?: boolean;
}

/** Suspended now, also where a pending deletion says more about the account. */
export function isSuspended({ state, suspended_until }: UserDetail, now = Date.now()): boolean {
  return state === "suspended" || (suspended_until !== null && Date.parse(suspended_until) > now);
}

const whereLinksAre = "The link is in the server’s log, and “clanhall mail list” shows it: hand it over yourself.";

function listUserActions(sendsMail: boolean): UserAction[] {
  return sendsMail ? userActions : userActions.map((action) => ({ ...action, ...action.withoutMail }));
}

const userActions: UserAction[] = [
  {
    label: "Resend confirmation",
    title: (name) => `Send ${name} the confirmation again?`,
    meaning: "A new link to confirm the address is mailed.",
    done: (name) => `Confirmation sent to ${name}`,
    withoutMail: {
      label: "Create confirmation link",
      title: (name) => `Create a new confirmation link for ${name}?`,
      meaning: `This site sends no mail. ${whereLinksAre}`,
      done: (name) => `Link for ${name} created`,
    },
    send: (userId, reason) => call(resendUserConfirmation, { params: { userId }, body: { reason } }),
    isPossible: ({ email, email_confirmed_at }) => email !== null && email_confirmed_at === null,
  },
  {
    label: "Send password reset",
    title: (name) => `Send ${name} a password reset?`,
    meaning: "A link to choose a new password is mailed. The old password works until it is used.",
    done: (name) => `Password reset sent to ${name}`,
    withoutMail: {
      label: "Create password link",
      title: (name) => `Create a link for ${name} to choose a new password?`,
      meaning: `This site sends no mail. ${whereLinksAre} The old password works until it is used.`,
      done: (name) => `Link for ${name} created`,
    },
    send: (userId, reason) => call(sendUserReset, { params: { userId }, body: { reason } }),
    isPossible: ({ email }) => email !== null,
  },
  {
    label: "Reset second factors",
    title: (name) => `Reset ${name}’s second factors?`,
    meaning: "They log in without one until they set up a new one, and get a mail. Make sure you know who is asking.",
    done: (name) => `${name} no longer has a second factor`,
    withoutMail: { meaning: "They log in without one until they set up a new one. Make sure you know who is asking." },
    send: (userId, reason) => call(resetUserFactors, { params: { userId }, body: { reason } }),
    isPossible: ({ factors }) => factors.length > 0,
    isDanger: true,
  },
  {
    label: "Remove passkeys",
    title: (name) => `Remove ${name}’s passkeys?`,
    meaning:
      "They log in by their other methods until they add a new one, and get a mail. Make sure you know who is asking.",
    done: (name) => `${name} no longer has a passkey`,
    withoutMail: {
      meaning: "They log in by their other methods until they add a new one. Make sure you know who is asking.",
    },
    send: (userId, reason) => call(removeUserPasskeys, { params: { userId }, body: { reason } }),
    isPossible: ({ passkeys }) => passkeys > 0,
    isDanger: true,
  },
  {
    label: "Sign out everywhere",
    title: (name) => `Sign ${name} out everywhere?`,
    meaning: "Every session ends within seconds; they can log in again.",
    done: (name) => `${name} is signed out everywhere`,
    send: (userId, reason) => call(revokeUserSessions, { params: { userId }, body: { reason } }),
    isPossible: ({ sessions }) => sessions.length > 0,
  },
  {
    label: "Suspend",
    title: (name) => `Suspend ${name}?`,
    meaning: "They are signed out everywhere and cannot log in until the suspension is lifted. Nothing is deleted.",
    done: (name) => `${name} is suspended`,
    send: (userId, reason) => call(suspendUser, { params: { userId }, body: { reason } }),
    isPossible: (user) => !isSuspended(user),
    isDanger: true,
  },
  {
    label: "Lift suspension",
    title: (name) => `Lift ${name}’s suspension?`,
    meaning: "They can log in again.",
    done: (name) => `${name} can log in again`,
    send: (userId, reason) => call(unsuspendUser, { params: { userId }, body: { reason } }),
    isPossible: isSuspended,
  },
  {
    label: "Anonymise",
    title: (name) => `Anonymise ${name}?`,
    meaning:
      "Name, address, sign-in methods and sessions are taken from the account for good. Its entries in clans stay under “Former member”. This cannot be undone.",
    done: (name) => `${name} is anonymised`,
    send: (userId, reason) => call(anonymiseUser, { params: { userId }, body: { reason } }),
    isPossible: () => true,
    isDanger: true,
    isFinal: true,
  },
];

function useUserAction(userId: string, action: UserAction) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (reason: string) => action.send(userId, reason),
    onSuccess: (user) => {
      if (action.isFinal) {
        // The account is not there any more: whoever asked for it would be told so on its own page.
        const isElse = ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[1] !== "user";
        void queries.invalidateQueries({ queryKey: ["admin"], predicate: isElse });
        return;
      }
      queries.setQueryData(userQuery(userId).queryKey, user);
      void queries.invalidateQueries({ queryKey: ["admin"] });
    },
  });
}
