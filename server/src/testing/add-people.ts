import { openDatabase } from "../db/database.ts";
import { createLog } from "../http/logging.ts";
import { readSettings } from "../settings.ts";

/** Adds a plain user and an app admin to the running installation and prints their ids, for journeys in a browser. */
const settings = readSettings(process.env);
const database = await openDatabase(settings, createLog({ logLevel: "warn" }), "visitor");
const [user, admin] = await database.db
  .insertInto("users")
  .values([
    { email: "kara@clanhall.example", display_name: "Kara" },
    { email: "admin@clanhall.example", display_name: "Admin" },
  ])
  .returning("id")
  .execute();
if (!user || !admin) throw new Error("the people were not added");
await database.db.insertInto("app_admins").values({ user_id: admin.id, note: null }).execute();
await database.close();
process.stdout.write(JSON.stringify({ user: user.id, admin: admin.id }));
