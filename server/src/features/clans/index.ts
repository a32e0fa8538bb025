export { createClanOf as createClan } from "./create.ts";
export { deleteDueClans } from "./delete-clans.ts";
export { countOwnerlessClans, listClansToTransfer } from "./ownership.queries.ts";
