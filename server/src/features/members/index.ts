export { changeMember } from "./change-member.ts";
export { importList as importMembers } from "./import-members.ts";
export { eraseUser, listClansOfUser, listOwnedClans, lockMembersOfUser } from "./linked-members.queries.ts";
export { changeOwner, changeRole, changeStatus, endMembership } from "./member-status.ts";
export { addOwner } from "./members.queries.ts";
