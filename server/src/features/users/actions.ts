import { toListText } from "@clanhall/contract/rules/locale";
import type { UserDetail } from "@clanhall/contract/admin-users";
import { currentTime } from "../../db/clock.ts";
import { type Actor, isBanned } from "../../access/actor.ts";
import { isAppAdmin } from "../../access/queries.ts";
import type { Tx } from "../../db/tables.ts";
import { ApiError, notFound } from "../../errors.ts";
import { eraseAccount } from "../account/index.ts";
import { recordAdminAudit } from "../audit/index.ts";
import {
  type AuthService,
  type Client,
  endSessions,
  isSecondFactor,
  listFactors,
  listPasskeys,
  listSessionsOf,
  lockUser,
  recordAuthAudit,
  removeFactor,
  removePasskeys,
  resendConfirmation,
  sendAuthMail,
  suspend,
  unsuspend,
  type UserRow,
} from "../auth/index.ts";
import { listClansToTransfer } from "../clans/index.ts";
import { lockMembersOfUser } from "../members/index.ts";
import { loadUserDetail } from "./detail.ts";

/** What an action works with; the user is locked until it is over. */
interface ActionContext {
  tx: Tx;
  auth: AuthService;
  actor: Actor;
  user: UserRow;
  client: Client;
  now: Date;
}

/** Before and after, for the audit; null where there is nothing to compare. */
interface Outcome {
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
}

export interface UserAction {
  /** As the audit calls it. */
  name: string;
  act: (context: ActionContext) => Promise<Outcome>;
}

interface ActionRequest {
  actor: Actor;
  userId: string;
  reason: string;
  client: Client;
}

/** Acts and records who did it, to whom and why, in one transaction. */
export function actOnUser(auth: AuthService, { name, act }: UserAction, asked: ActionRequest): Promise<UserDetail> {
  const { actor, userId, reason, client } = asked;
  return auth.db.transaction().execute(async (tx) => {
    const user = await lockUser(tx, userId);
    if (!user) throw notFound("User");
    const outcome = await act({ tx, auth, actor, user, client: asAdmin(client), now: currentTime() });
    // Erasing an account erases its name, so the name is read after the action.
    const detail = await loadUserDetail(tx, auth, user.id);
    const target = { type: "user" as const, id: user.id, name: detail.display_name || (detail.email ?? "") };
    await recordAdminAudit(tx, actor, { action: name, target, reason, ...outcome });
    return detail;
  });
}

/** The account's own record is for its owner to read: it says that an app admin acted, and not who or from where. */
function asAdmin(client: Client): Client {
  return { ...client, ip: "", network: "", by: "app_admin" };
}

/** For what would leave the installation without one of those who run it. */
async function requireNoAppAdmin({ tx, user }: ActionContext): Promise<void> {
  if (await isAppAdmin(tx, user.id)) throw conflict("Revoke their app admin rights first.");
}

function requireSomebodyElse({ actor, user }: ActionContext, message: string): void {
  if (actor.userId === user.id) throw conflict(message);
}

function conflict(message: string): ApiError {
  return new ApiError("conflict", message);
}

/** Until somebody lifts it. */
const forGoodYears = 100;

export const suspendAction: UserAction = {
  name: "user.suspend",
  async act(context) {
    const { tx, auth, user, client, now } = context;
    requireSomebodyElse(context, "You cannot suspend yourself.");
    await requireNoAppAdmin(context);
    if (isBanned(user, now)) throw conflict("They are already suspended.");
    const until = new Date(now);
    until.setUTCFullYear(until.getUTCFullYear() + forGoodYears);
    await suspend(tx, auth, user, until, client, now);
    return { before: { suspended: false }, after: { suspended: true } };
  },
};

export const unsuspendAction: UserAction = {
  name: "user.lift",
  async act({ tx, auth, user, client, now }) {
    if (!isBanned(user, now)) throw conflict("They are not suspended.");
    await unsuspend(tx, auth, user, client, now);
    return { before: { suspended: true }, after: { suspended: false } };
  },
};

export const resetFactorsAction: UserAction = {
  name: "user.reset_mfa",
  async act(context) {
    const { tx, auth, user, client } = context;
    // One's own is removed where a fresh proof is asked for.
    requireSomebodyElse(context, "Remove your own second factors in Account.");
    let left = await listFactors(tx, user.id);
    // Recovery codes go with the last proven factor, so the proven ones come last.
    const [unproven = [], proven = []] = ["unverified", "verified"].map((status) =>
      left.filter((factor) => isSecondFactor(factor) && factor.status === status),
    );
    if (unproven.length + proven.length === 0) throw conflict("They have no second factor.");
    const before = { factors: left.map(({ type }) => type) };
    for (const factor of [...unproven, ...proven]) {
      await removeFactor(tx, auth.secrets, { user, factors: left }, factor, client);
      left = left.filter(({ id }) => id !== factor.id);
    }
    return { before, after: { factors: [] } };
  },
};

export const removePasskeysAction: UserAction = {
  name: "user.remove_passkeys",
  async act(context) {
    const { tx, auth, user, client } = context;
    requireSomebodyElse(context, "Remove your own passkeys in Account.");
    const passkeys = await listPasskeys(tx, user.id);
    if (passkeys.length === 0) throw conflict("They have no passkey.");
    await removePasskeys(tx, auth.secrets, user, passkeys, client);
    return { before: { passkeys: passkeys.length }, after: { passkeys: 0 } };
  },
};

export const revokeSessionsAction: UserAction = {
  name: "user.revoke_sessions",
  async act({ tx, user, client }) {
    const sessions = await listSessionsOf(tx, user.id);
    await endSessions(tx, user.id);
    await recordAuthAudit(tx, client, { action: "logout", userId: user.id, traits: { scope: "global" } });
    return { before: { sessions: sessions.length }, after: { sessions: 0 } };
  },
};

export const resendConfirmationAction: UserAction = {
  name: "user.resend_confirmation",
  async act(context) {
    if (context.user.email_confirmed_at) throw conflict("Their address is already confirmed.");
    const { tx, auth, client } = context;
    await resendConfirmation(tx, auth, getAddressee(context), {}, client);
    return {};
  },
};

export const sendResetAction: UserAction = {
  name: "user.send_reset",
  async act(context) {
    const { tx, auth, client } = context;
    await sendAuthMail(tx, auth, { kind: "recovery", to: getAddressee(context), back: {} }, client);
    return {};
  },
};

function getAddressee({ user: { id, email, banned_until }, now }: ActionContext) {
  if (!email) throw conflict("They have no e-mail address.");
  if (isBanned({ banned_until }, now)) {
    throw conflict("They are suspended, so the link would not work. Lift the suspension first.");
  }
  return { id, email };
}

/** At once and for good, as the end of an account that its owner asked for is after the grace. */
export const anonymiseAction: UserAction = {
  name: "user.anonymise",
  async act(context) {
    const { tx, user, now } = context;
    requireSomebodyElse(context, "You cannot anonymise yourself. Delete your account in Account.");
    await requireNoAppAdmin(context);
    await lockMembersOfUser(tx, user.id);
    const clans = await listClansToTransfer(tx, user.id);
    if (clans.length > 0) {
      const names = toListText(clans);
      throw conflict(`They own ${names}, which others could take over. Suspend them, transfer it, then try again.`);
    }
    await eraseAccount(tx, user.id, now);
    return {};
  },
};
