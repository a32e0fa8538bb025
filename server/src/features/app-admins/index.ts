export { listAppAdmins } from "./queries.ts";
