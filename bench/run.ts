import { fileURLToPath } from "node:url";
import { ensureBuilt } from "../scripts/build.mjs";
import { accountUnits } from "./accounts.ts";
import { dashboardUnits } from "./dashboards.ts";
import { decisionUnits } from "./decisions.ts";
import { historyUnits } from "./history.ts";
import { discordUnits } from "./discord.ts";
import { entryUnits } from "./entries.ts";
import { monthUnits } from "./months.ts";
import { pageUnits } from "./pages.ts";
import { boardUnits } from "./public-boards.ts";
import { rosterUnits } from "./rosters.ts";
import { runUnits } from "./runner/run-units.ts";
import { screenshotUnits } from "./screenshots/units.ts";
import { standingsUnits } from "./standings.ts";
import { startUnits } from "./start-up.ts";
import { userUnits } from "./users.ts";

await runUnits({
  title: "Bench",
  script: import.meta.filename,
  units: [
    startUnits,
    pageUnits,
    accountUnits,
    rosterUnits,
    dashboardUnits,
    decisionUnits,
    historyUnits,
    boardUnits,
    entryUnits,
    userUnits,
    standingsUnits,
    monthUnits,
    discordUnits,
    screenshotUnits,
  ].flat(),
  timeLimitMs: 15 * 60_000,
  figuresFile: fileURLToPath(new URL("../docs/figures.md", import.meta.url)),
  prepare: ensureBuilt,
});
