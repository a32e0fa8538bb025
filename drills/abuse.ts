import { fileURLToPath } from "node:url";
import { runUnits } from "../bench/runner/run-units.ts";
import { ensureBuilt } from "../scripts/build.mjs";
import { answerTimes } from "./answer-times.ts";
import { type Drill, toUnit } from "./drill.ts";
import { hostileCallers } from "./hostile-callers.ts";
import { hostileMessages } from "./hostile-messages.ts";

const drills: Drill[] = [hostileMessages, hostileCallers, answerTimes];

await runUnits({
  title: "Abuse",
  script: import.meta.filename,
  units: drills.map(toUnit),
  timeLimitMs: Infinity,
  hasMany: true,
  figuresFile: fileURLToPath(new URL("../docs/figures.md", import.meta.url)),
  prepare: ensureBuilt,
});
