export { deleteDueClans } from "./close.ts";
export { createClanOf } from "./create.ts";
export { countOwnerlessClans, listClansToTransfer } from "./ownership.queries.ts";
