import type { ClanCard } from "@clanhall/contract/clans";
import type { Member } from "@clanhall/contract/members";
import { canManageRow } from "@clanhall/contract/permissions";
import { mayInClan } from "../../domain/permissions.ts";

export interface Viewer {
  /** May work on rows at all; everybody else only reads. */
  canManage: boolean;
  canChangeRoles: boolean;
  canInvite: boolean;
  role: ClanCard["role"];
}

export function toViewer(clan: ClanCard): Viewer {
  return {
    canManage: mayInClan(clan, "member.manage"),
    canChangeRoles: mayInClan(clan, "member.change_role"),
    canInvite: mayInClan(clan, "invite.manage"),
    role: clan.role,
  };
}

/** Managers keep their own row's texts themselves. */
export function canEdit({ canManage, role }: Viewer, row: Member): boolean {
  return canManage && (row.is_me || canManageRow(role, row.role));
}

/** Nobody takes themselves off the roster here. */
export function canMove({ canManage, role }: Viewer, row: Member): boolean {
  return canManage && !row.is_me && canManageRow(role, row.role);
}

/** Why a manager may not do everything to this row; null when they may. */
export function refusalOf(viewer: Viewer, row: Member): string | null {
  if (!viewer.canManage || canMove(viewer, row)) return null;
  if (row.is_me) return "You leave a clan on My Clans.";
  return row.role === "owner"
    ? "The owner’s row changes only when the clan is handed over."
    : "Only the owner can change a maintainer’s row.";
}
