import type { Log } from "../db/log.ts";

interface LogLine {
  level: "info" | "warn" | "error";
  details: object;
  message: string;
}

/** A log whose lines a test can read. */
export function recordedLog(): Log & { lines: LogLine[]; messages(level: LogLine["level"]): string[] } {
  const lines: LogLine[] = [];
  const record = (level: LogLine["level"]) => (details: object, message: string) => {
    lines.push({ level, details, message });
  };
  return {
    lines,
    messages: (level) => lines.filter((line) => line.level === level).map(({ message }) => message),
    info: record("info"),
    warn: record("warn"),
    error: record("error"),
  };
}
