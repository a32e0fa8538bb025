import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

/** The people the journeys are about, added to the running installation before the first of them starts. */
export default function addPeople(): void {
  const script = fileURLToPath(new URL("../server/src/testing/add-people.ts", import.meta.url));
  process.env.E2E_PEOPLE = execFileSync(process.execPath, [script], {
    encoding: "utf8",
    env: { ...process.env, NODE_ENV: "development", CLANHALL_DATA: process.env.E2E_DATA },
  });
}
