import type { ZxcvbnFactory } from "@zxcvbn-ts/core";
import { asTask } from "../../workers/task.ts";

/** Scoring takes longer the longer the password is; what starts with this many hard characters is hard. */
const scored = 24;
/** Nobody's name is longer, and each input is compared with every part of the password. */
const longestInput = 64;

let loading: Promise<ZxcvbnFactory> | null = null;

/** How hard a password is to guess, from 0 to 4, for somebody who knows these inputs. Runs in a worker thread. */
export const scorePassword = asTask(async ({ password, userInputs }: { password: string; userInputs: string[] }) => {
  loading ??= loadScorer();
  const scorer = await loading;
  const known = userInputs.map((text) => text.slice(0, longestInput));
  return scorer.check(password.slice(0, scored), known).score;
});

/** The list of common passwords is large and needed rarely, so it is read when the first password is chosen. */
async function loadScorer(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import("@zxcvbn-ts/core"),
    import("@zxcvbn-ts/language-common"),
  ]);
  return new ZxcvbnFactory({ graphs: adjacencyGraphs, dictionary: { passwords: dictionary["passwords-common"] } });
}
