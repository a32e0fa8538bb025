import {
  anonymiseUser,
  liftUser,
  resendUserConfirmation,
  resetUserFactors,
  revokeUserSessions,
  sendUserReset,
  suspendUser,
  type UserDetail,
} from "@clanhall/contract/admin-users";
import { call } from "../../lib/api-client.ts";

/** Something an app admin can do to an account, always with a reason. */
export interface UserDeed {
  label: string;
  title: (name: string) => string;
  /** What it means for the person. */
  meaning: string;
  /** Said once it is done. */
  done: (name: string) => string;
  /** What is said otherwise where no mail server is set. */
  withoutMail?: Partial<Pick<UserDeed, "label" | "title" | "meaning" | "done">>;
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

export function listUserDeeds(sendsMail: boolean): UserDeed[] {
  return sendsMail ? userDeeds : userDeeds.map((deed) => ({ ...deed, ...deed.withoutMail }));
}

const userDeeds: UserDeed[] = [
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
    title: (name) => `Take away ${name}’s second factors?`,
    meaning: "They log in without one until they set up a new one, and are told by mail. Be sure who is asking.",
    done: (name) => `${name} has no second factor any more`,
    withoutMail: { meaning: "They log in without one until they set up a new one. Be sure who is asking." },
    send: (userId, reason) => call(resetUserFactors, { params: { userId }, body: { reason } }),
    isPossible: ({ factors }) => factors.length > 0,
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
    send: (userId, reason) => call(liftUser, { params: { userId }, body: { reason } }),
    isPossible: isSuspended,
  },
  {
    label: "Anonymise",
    title: (name) => `Anonymise ${name}?`,
    meaning:
      "Name, address, ways in and sessions are taken from the account for good. What it did in clans stays, by a former member. This cannot be undone.",
    done: (name) => `${name} is anonymised`,
    send: (userId, reason) => call(anonymiseUser, { params: { userId }, body: { reason } }),
    isPossible: () => true,
    isDanger: true,
    isFinal: true,
  },
];
