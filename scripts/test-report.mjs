const columns = ["start-up", "environment", "import", "tests"];

/** The phases with their seconds, the slowest files and the last line, and whether anything failed. */
export function toReport(results, seconds) {
  const rows = results.flatMap(toRows);
  const total = { passed: sum(rows, "passed"), failed: sum(rows, "failed") };
  const lines = [
    toLine("phase", "seconds", ...columns, "passed", "failed"),
    ...rows.map((row) => toLine(row.name, row.seconds, ...columns.map((name) => row[name]), row.passed, row.failed)),
    toLine("all", seconds, ...columns.map(() => undefined), total.passed, total.failed),
    "",
    "The slowest, in seconds:",
    ...findSlowest(results).map(({ name, seconds: taken }) => `${taken.toFixed(1).padStart(7)}  ${name}`),
    "",
    ...listUnsteady(results),
    `${total.passed} passed, ${total.failed} failed`,
  ];
  return { text: lines.join("\n"), hasFailed: total.failed > 0 };
}

/** A check is one row and counts once; a run of tests has a row, and one more for each of its groups. */
function toRows({ name, seconds, hasFailed, report }) {
  const groups = Object.entries(report?.groups ?? {});
  const failed = sum(Object.values(report?.groups ?? {}), "failed") + (report?.failed ?? 0);
  // What failed without a failed test is a check, or a runner that broke down.
  const own = hasFailed && failed === 0 ? 1 : (report?.failed ?? 0);
  const isCheck = report === undefined;
  return [
    { name, seconds, "start-up": report?.startUp, passed: isCheck && !hasFailed ? 1 : 0, failed: own },
    ...groups.map(([group, times]) => ({ ...times, name: `  ${group}` })),
  ];
}

function sum(rows, key) {
  return rows.reduce((total, row) => total + row[key], 0);
}

function findSlowest(results) {
  return results
    .flatMap(({ report }) => report?.slowest ?? [])
    .toSorted((a, b) => b.seconds - a.seconds)
    .slice(0, 10);
}

function listUnsteady(results) {
  const unsteady = results.flatMap(({ report }) => report?.unsteady ?? []);
  if (unsteady.length === 0) return [];
  return ["Passed at the second try:", ...unsteady.map(({ name, reason }) => `  ${name}: ${reason}`), ""];
}

function toLine(name, ...cells) {
  return name.padEnd(20) + cells.map((cell) => toText(cell).padStart(12)).join("");
}

function toText(cell) {
  if (cell === undefined) return "";
  return typeof cell === "number" && !Number.isInteger(cell) ? cell.toFixed(1) : String(cell);
}
