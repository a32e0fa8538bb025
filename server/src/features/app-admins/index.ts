export { listAppAdmins } from "./app-admins.queries.ts";
