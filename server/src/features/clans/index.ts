export { createClanOf as createClan } from "./create-clan.ts";
export { deleteDueClans } from "./delete-clans.ts";
export { countOwnerlessClans, listClansToTransfer } from "./stranded.queries.ts";
