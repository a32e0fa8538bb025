import { openDatabase } from "../db/database.ts";
import { createLog } from "../http/logging.ts";
import { readSettings } from "../settings.ts";

/**
 * Adds a plain user and an app admin to the running installation and prints their ids, for journeys in a browser.
 * With them come more people of one name than a list shows at once.
 */
const settings = readSettings(process.env);
const database = await openDatabase(settings, createLog({ logLevel: "warn" }), "visitor");
const flock = Array.from({ length: 52 }, (_, index) => ({
  email: `starling-${index + 1}@clanhall.example`,
  display_name: "Starling of the flock",
}));
const [user, admin] = await database.db
  .insertInto("users")
  .values([
    { email: "kara@clanhall.example", display_name: "Kara" },
    { email: "admin@clanhall.example", display_name: "Admin" },
    ...flock,
  ])
  .returning("id")
  .execute();
if (!user || !admin) throw new Error("the people were not added");
await database.db.insertInto("app_admins").values({ user_id: admin.id, note: null }).execute();
await database.close();
process.stdout.write(JSON.stringify({ user: user.id, admin: admin.id }));
