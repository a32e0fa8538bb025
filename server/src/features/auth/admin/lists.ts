import type { FastifyReply, FastifyRequest } from "fastify";
import type { z } from "zod";
import type { Db } from "../../../db/tables.ts";
import type { usersQuery } from "../inputs.ts";
import { toUserAnswer } from "../user-answer.ts";
import { type AuditFilter, listAuditPage, listFactorsOf, listIdentitiesOf, listUsersPage } from "./queries.ts";

/** The contract sorts audit actions into a few kinds. */
const actionsOf: Record<string, string[]> = {
  account: ["login", "logout", "invite_accepted"],
  team: ["user_signedup", "user_invited", "user_deleted"],
  token: ["token_revoked"],
  user: [
    "user_modified",
    "user_updated_password",
    "user_repeated_signup",
    "user_confirmation_requested",
    "user_recovery_requested",
    "user_reauthenticate_requested",
    "identity_linked",
    "identity_unlinked",
  ],
  factor: [
    "factor_in_progress",
    "factor_updated",
    "factor_unenrolled",
    "factor_deleted",
    "challenge_created",
    "verification_attempted",
    "passkey_created",
    "passkey_updated",
    "passkey_deleted",
    "passkey_counter",
  ],
};

export async function loadAuditLog(db: Db, paging: { page: number; per_page: number }, query: string | undefined) {
  const { rows, total } = await listAuditPage(db, { ...paging, ...toFilter(query) });
  const entries = rows.map(({ id, user_id, email, action, outcome, traits, ip, request_id, at }) => ({
    id,
    payload: {
      actor_id: user_id,
      actor_username: email ?? "",
      actor_via_sso: false,
      action,
      outcome,
      log_type: Object.keys(actionsOf).find((kind) => actionsOf[kind]?.includes(action)) ?? "",
      traits,
      request_id,
    },
    created_at: at.toISOString(),
    ip_address: ip ?? "",
  }));
  return { entries, total };
}

function toFilter(query = ""): AuditFilter {
  const [field, ...rest] = query.split(":");
  const value = rest.join(":").trim();
  if (field === "author") return { actions: null, author: value };
  if (field === "action") return { actions: [value], author: null };
  if (field === "type") return { actions: actionsOf[value] ?? [], author: null };
  return { actions: null, author: null };
}

export async function loadUsersPage(db: Db, query: z.output<typeof usersQuery>) {
  const { users, total } = await listUsersPage(db, query);
  const ids = users.map(({ id }) => id);
  const identities = await listIdentitiesOf(db, ids);
  const factors = await listFactorsOf(db, ids);
  const answers = users.map((user) => {
    const isTheirs = ({ user_id }: { user_id: string }) => user_id === user.id;
    return toUserAnswer(user, identities.filter(isTheirs), factors.filter(isTheirs));
  });
  return { users: answers, total };
}

interface Paging {
  page: number;
  per_page: number;
}

/** The client takes the page out of a link at its first `=`, so `page` stands first. */
export function setPageLinks(request: FastifyRequest, reply: FastifyReply, { page, per_page }: Paging, total: number) {
  const [path = ""] = request.url.split("?");
  const { page: _page, per_page: _size, ...others } = request.query as Record<string, string>;
  const last = Math.max(1, Math.ceil(total / per_page));
  const linkTo = (target: number, rel: string) => {
    const query = new URLSearchParams({ page: String(target), per_page: String(per_page), ...others });
    return `<${path}?${query.toString()}>; rel="${rel}"`;
  };
  const links = [...(page < last ? [linkTo(page + 1, "next")] : []), linkTo(last, "last")];
  reply.header("x-total-count", total).header("link", links.join(", "));
}
