import type { Outcome, Result } from "./unit.ts";

export function resultLine({ what, ours, bare, ratio, limit, outcome, why }: Result, heading: string): string {
  const parts = [
    ours,
    bare && `bare ${bare}`,
    ratio && `ratio ${ratio}`,
    limit && outcome !== "failed" && `limit ${limit}`,
    why ? `${outcome} (${why}${limit && `; limit ${limit}`})` : outcome,
  ];
  const name = what === heading ? "" : `${what}: `;
  return `  ${name}${parts.filter(Boolean).join(", ")}`;
}

const texts: Record<Outcome, string> = {
  holds: "hold",
  misses: "miss",
  failed: "failed",
  "no limit set": "without a limit",
  "left out": "left out",
};

/** "30 rows: 20 hold, 1 miss, 1 failed, 8 without a limit; 11 min 3 s". */
export function summaryLine(results: Result[], ms: number): string {
  const counts = Object.entries(texts).flatMap(([outcome, word]) => {
    const { length } = results.filter((result) => result.outcome === outcome);
    return length > 0 ? [`${length} ${word}`] : [];
  });
  return `${results.length} rows: ${counts.join(", ")}; ${duration(ms)}`;
}

export function duration(ms: number): string {
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`;
  return `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1000)} s`;
}

export const hasFailed = (results: Result[]) =>
  results.some(({ outcome }) => outcome === "misses" || outcome === "failed");

/** A table of Markdown whose columns line up. */
export function toTable(results: Result[]): string {
  const head = ["row", "what", "ours", "bare", "ratio", "limit", "result"];
  const rows = results.map(({ id, what, ours, bare, ratio, limit, outcome, why }) =>
    [id, what, ours, bare, ratio, limit, why ? `${outcome} (${why})` : outcome].map((cell) =>
      cell.replaceAll("|", "\\|"),
    ),
  );
  const widths = head.map((title, column) => Math.max(title.length, 3, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: string[]) => `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`;
  return [line(head), line(widths.map((width) => "-".repeat(width))), ...rows.map(line)].join("\n");
}
