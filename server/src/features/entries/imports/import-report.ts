import type { ImportCounts, importEntries } from "@clanhall/contract/entry-imports";
import type { z } from "zod";

type Answer = z.output<(typeof importEntries)["response"]>;
type Problem = Answer["problems"][number];

/** What one answer lists of each kind; the counts are of everything. */
const most = { problems: 100, names: 200 };

export type ImportReport = ReturnType<typeof createReport>;

const none = { new: 0, changed: 0, same: 0, skipped: 0, unknown_player: 0, unknown_activity: 0, invalid: 0 };

/** Collects what becomes of the values of a file, after what is known of them already. */
export function createReport(known: { counts: ImportCounts; problems: Problem[] } = { counts: none, problems: [] }) {
  const counts = { ...known.counts };
  const problems = [...known.problems];
  const names = { unknown_player: createNames(), unknown_activity: createNames() };

  return {
    counts,
    count(kind: "new" | "changed" | "same" | "skipped") {
      counts[kind] += 1;
    },
    addUnknown(kind: "unknown_player" | "unknown_activity", name: string, line: number) {
      counts[kind] += 1;
      names[kind].add(name, line);
    },
    /** One sentence for a line, even when it is about each of its cells. */
    addProblem(problem: Problem) {
      counts.invalid += 1;
      const last = problems.at(-1);
      if (last?.line !== problem.line || last.problem !== problem.problem) problems.push(problem);
    },
    listProblems: () => problems.toSorted((a, b) => a.line - b.line).slice(0, most.problems),
    listUnknown: (kind: "unknown_player" | "unknown_activity") => names[kind].list().slice(0, most.names),
  };
}

/** Names in the order of the file, each with the number of lines it stands in. */
function createNames() {
  const found = new Map<string, { lines: number; last: number }>();
  return {
    add(name: string, line: number) {
      const known = found.get(name) ?? { lines: 0, last: 0 };
      found.set(name, { lines: known.lines + (known.last === line ? 0 : 1), last: line });
    },
    list: () => [...found].map(([name, { lines }]) => ({ name, lines })),
  };
}
