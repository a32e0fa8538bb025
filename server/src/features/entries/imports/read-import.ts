import { createHash } from "node:crypto";
import { asTask } from "../../../workers/task.ts";
import { createActivityFinder, createMemberMatcher, type ImportActivity, type ImportPlayer } from "./find-names.ts";
import { createReport } from "./import-report.ts";
import { packCells } from "./packed-cells.ts";
import { type ImportInput, readFile } from "./read-file.ts";
import { resolveCells } from "./resolve-cells.ts";

interface ImportSource {
  file: Pick<ImportInput, "format" | "content" | "mapping" | "policy" | "players">;
  roster: ImportPlayer[];
  activities: ImportActivity[];
}

/** Reads a file and finds out whom and what its lines name. Runs in a worker thread. */
export const readImport = asTask(({ file, roster, activities }: ImportSource) => {
  const { header, cells } = readFile(file);
  const players = createMemberMatcher(roster, file.players);
  const known = {
    activities: new Map(activities.map((activity) => [activity.id, activity])),
    players,
    findActivity: createActivityFinder(activities),
  };
  const report = createReport();
  const read = resolveCells(cells, file, known, report);
  const unknown_players = report
    .listUnknown("unknown_player")
    .map(({ name, lines }) => ({ name, lines, similar: players.listSimilar(name) }));
  return {
    header,
    hash: createHash("sha256").update(file.content).digest(),
    cells: packCells(read),
    counts: report.counts,
    problems: report.listProblems(),
    unknown_players,
    unknown_activities: report.listUnknown("unknown_activity"),
  };
});
