export { addAliasIn, addMemberIn, changeMember } from "./change.ts";
export { nameTaken } from "./rules.ts";
export { importList as importMembers } from "./import.ts";
export { eraseUser, listClansOfUser, listOwnedClans, lockMembersOfUser } from "./links.queries.ts";
export { changeOwner, changeRole, changeStatus, endMembership } from "./status.ts";
export { addOwner } from "./queries.ts";
