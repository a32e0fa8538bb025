export { changeMember } from "./change-member.ts";
export { cancelInvitesOf, deleteTransfersTo, moveAlts } from "./ended-ties.queries.ts";
export { importList as importMembers } from "./import-members.ts";
export { eraseUser, listClansOfUser, listOwnedClans, lockMembersOfUser } from "./linked-members.queries.ts";
export { changeRole, changeStatus } from "./member-status.ts";
