import { isBanned } from "../../../access/session-life.ts";
import { liftSuspension, suspend } from "../admin/suspension.ts";
import { insertAudit } from "../audit.queries.ts";
import { isSecondFactor } from "../factors/factor-rules.ts";
import { listFactors } from "../factors/factors.queries.ts";
import { removeFactor } from "../factors/remove-factor.ts";
import { resendConfirmation, sendEntry } from "../mailed/mailings.ts";
import { listSessionsOf } from "../me/me.queries.ts";
import { deleteSessionsOf } from "../sessions.queries.ts";
import { refusal, requireNoAppAdmin, requireSomebodyElse, type Scene, type UserAction } from "./act-on-user.ts";

/** Until somebody lifts it. */
const forGoodYears = 100;

export const suspendAction: UserAction = {
  name: "user.suspend",
  async act(scene) {
    const { tx, auth, user, client, now } = scene;
    requireSomebodyElse(scene, "You cannot suspend yourself.");
    await requireNoAppAdmin(scene);
    if (isBanned(user, now)) throw refusal("They are suspended already.");
    const until = new Date(now);
    until.setUTCFullYear(until.getUTCFullYear() + forGoodYears);
    await suspend(tx, auth, user, until, client, now);
    return { before: { suspended: false }, after: { suspended: true } };
  },
};

export const liftAction: UserAction = {
  name: "user.lift",
  async act({ tx, auth, user, client, now }) {
    if (!isBanned(user, now)) throw refusal("They are not suspended.");
    await liftSuspension(tx, auth, user, client, now);
    return { before: { suspended: true }, after: { suspended: false } };
  },
};

export const resetFactorsAction: UserAction = {
  name: "user.reset_mfa",
  async act(scene) {
    const { tx, auth, user, client } = scene;
    // One's own is removed where a fresh proof is asked for.
    requireSomebodyElse(scene, "Remove your own second factors in Account.");
    let left = await listFactors(tx, user.id);
    // Recovery codes go with the last proven factor, so the proven ones come last.
    const [unproven = [], proven = []] = ["unverified", "verified"].map((status) =>
      left.filter((factor) => isSecondFactor(factor) && factor.status === status),
    );
    if (unproven.length + proven.length === 0) throw refusal("They have no second factor.");
    const before = { factors: left.map(({ type }) => type) };
    for (const factor of [...unproven, ...proven]) {
      await removeFactor(tx, auth.secrets, { user, factors: left }, factor, client);
      left = left.filter(({ id }) => id !== factor.id);
    }
    return { before, after: { factors: [] } };
  },
};

export const revokeSessionsAction: UserAction = {
  name: "user.revoke_sessions",
  async act({ tx, user, client }) {
    const sessions = await listSessionsOf(tx, user.id);
    await deleteSessionsOf(tx, user.id);
    await insertAudit(tx, client, { action: "logout", userId: user.id, traits: { scope: "global" } });
    return { before: { sessions: sessions.length }, after: { sessions: 0 } };
  },
};

export const resendConfirmationAction: UserAction = {
  name: "user.resend_confirmation",
  async act(scene) {
    if (scene.user.email_confirmed_at) throw refusal("Their address is confirmed already.");
    const { tx, auth, client } = scene;
    await resendConfirmation(tx, auth, getAddressee(scene), {}, client);
    return {};
  },
};

export const sendResetAction: UserAction = {
  name: "user.send_reset",
  async act(scene) {
    const { tx, auth, client } = scene;
    await sendEntry(tx, auth, { kind: "recovery", to: getAddressee(scene), back: {} }, client);
    return {};
  },
};

function getAddressee({ user: { id, email, banned_until }, now }: Scene) {
  if (!email) throw refusal("They have no e-mail address.");
  if (isBanned({ banned_until }, now)) {
    throw refusal("They are suspended, so the link would not work. Lift the suspension first.");
  }
  return { id, email };
}
