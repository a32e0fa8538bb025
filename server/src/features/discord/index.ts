export { registerCommands } from "./commands.ts";
export { deleteLinkAndCodes, deleteOldInteractions, eraseUser } from "./queries.ts";
export { syncRoles } from "./role-sync.ts";
export { checkApp, setUpApp } from "./setup.ts";
