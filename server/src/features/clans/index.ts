export { deleteDueClans } from "./close.ts";
export { createClanOf as createClan } from "./create.ts";
export { countOwnerlessClans, listClansToTransfer } from "./ownership.queries.ts";
