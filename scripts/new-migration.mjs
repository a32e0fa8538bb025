import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { giveUp, root } from "./run-quietly.mjs";

const folder = join(root, "server", "src", "db", "migrations");
const name = process.argv
  .slice(2)
  .join("_")
  .toLowerCase()
  .replace(/[^a-z0-9]+/g, "_")
  .replace(/^_|_$/g, "");
if (!name) giveUp("Give the migration a name: npm run db:new -- add_games");

const numbers = readdirSync(folder).map((file) => Number.parseInt(file, 10) || 0);
const next = String(Math.max(0, ...numbers) + 1).padStart(4, "0");
const file = join(folder, `${next}_${name}.sql`);
writeFileSync(file, "-- Never edited once landed; what comes later is the next migration.\n", { flag: "wx" });
process.stdout.write(`${file}\n`);
