import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test, vi } from "vitest";

const folder = mkdtempSync(join(tmpdir(), "clanhall-units-"));
const figuresFile = join(folder, "figures.md");
const script = join(import.meta.dirname, "fake-units.ts");

afterAll(() => rmSync(folder, { recursive: true }));

function start(args: string[], env: Record<string, string> = {}) {
  const child: ChildProcess = spawn(process.execPath, [script, ...args], {
    env: { ...process.env, FIGURES_FILE: figuresFile, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output = { said: "" };
  child.stdout?.setEncoding("utf8").on("data", (text: string) => (output.said += text));
  child.stderr?.setEncoding("utf8").on("data", (text: string) => (output.said += text));
  return { child, output };
}

async function run(args: string[], env: Record<string, string> = {}) {
  const { child, output } = start(args, env);
  await once(child, "close");
  return { code: child.exitCode, said: output.said };
}

const childrenIn = (said: string) => [...said.matchAll(/^child (\d+)$/gm)].map(([, pid]) => Number(pid));
const foldersIn = (said: string) => [...said.matchAll(/^folder (.+)$/gm)].map(([, path]) => path ?? "");

/** One that has ended, but whose parent has not asked how, has no command line any more. */
function isRunning(pid: number): boolean {
  if (existsSync("/proc/self/cmdline")) {
    return existsSync(`/proc/${pid}/cmdline`) && readFileSync(`/proc/${pid}/cmdline`, "utf8") !== "";
  }
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

function expectNothingLeft(said: string, { children }: { children: number }): void {
  const pids = childrenIn(said);
  expect(pids).toHaveLength(children);
  expect(pids.filter(isRunning)).toEqual([]);
  expect(foldersIn(said).filter((path) => existsSync(path))).toEqual([]);
}

/** A row's lines: from its name to the next row's, or to the sum. What the rows themselves say may come between. */
function linesOf(said: string, id: string): string {
  const lines = said.split("\n");
  const first = lines.findIndex((line) => line.startsWith(`${id}: `));
  const next = lines.findIndex((line, index) => index > first && /^(?:\S+: row |\d+ rows: )/.test(line));
  return lines.slice(first, next).join("\n");
}

test("every row has its result, whatever becomes of the others, and nothing is left running", async () => {
  writeFileSync(figuresFile, "# Figures\n\nWords.\n\n## Fake\n\nold\n\n## Other\n\nkept\n");
  const { code, said } = await run(["--write"]);

  expect(code).toBe(1);
  expect(said).toMatch(/^ {2}prepared the data in \d/m);
  expect(said).toMatch(/^ {2}7 ms, bare 1 ms, ratio 7\.00, limit ≤ 7 ms, holds \[/m);
  expect(linesOf(said, "one-misses")).toMatch(/limit ≤ 6 ms, misses \[/);
  expect(said).toMatch(/^ {2}failed \(it broke\) \[/m);
  expect(said).toMatch(/^ {2}7 ms, bare 1 ms, ratio 7\.00, no limit set \[/m);
  expect(said).toMatch(/^ {2}failed \(took longer than 3 s\) \[/m);
  expect(linesOf(said, "two-needs-endless")).toMatch(/failed \(endless data: took longer than 1 s\) \[/);
  expect(linesOf(said, "two-needs-endless-too")).toMatch(/failed \(endless data: took longer than 1 s\) \[/);
  expect(linesOf(said, "three-ends-its-process")).toMatch(/failed \(its process ended with 3\) \[/);
  expect(said).toMatch(/^ {2}left out \[/m);
  expect(said).toMatch(/^12 rows: 2 hold, 1 miss, 7 failed, 1 without a limit, 1 left out; \d/m);
  // A sleeping child of each of two rows, and PostgreSQL.
  expectNothingLeft(said, { children: 3 });

  const written = readFileSync(figuresFile, "utf8");
  expect(written).toMatch(
    /^# Figures\n\nWords\.\n\n## Fake\n\n\d{4}-\d\d-\d\d, .+ cores, .+ GiB, .+ Node .+\.\n\n\| row /,
  );
  expect(written).toMatch(/^\| one-misses +\| row one-misses +\| 7 ms \| 1 ms \| 7\.00 +\| ≤ 6 ms \| misses +\|$/m);
  expect(written).toMatch(/^\| one-throws .+\| failed \(it broke\) +\|$/m);
  expect(written).not.toContain("old\n");
  expect(written).toMatch(/\n\n## Other\n\nkept\n$/);
}, 60_000);

test("a part of the rows is not written over the whole table", async () => {
  writeFileSync(figuresFile, "# Figures\n\n## Fake\n\nwhole\n");
  await run(["--write", "--only", "one-misses", "--many"]);
  const written = readFileSync(figuresFile, "utf8");
  expect(written).toMatch(/^# Figures\n\n## Fake\n\nwhole\n\n## Fake: one-misses\n\n\d{4}-.*, with `--many`\.\n/);
  expect(written).toContain("| one-misses ");
}, 30_000);

test("what could not be made is tried once, and its rows say why beside their limit", async () => {
  const { said } = await run(["--only", "two-needs-broken"]);
  expect(said.match(/^broken data tried$/gm)).toHaveLength(1);
  expect(said.match(/^ {2}failed \(broken data: no room; limit ≤ 1 ms\)/gm)).toHaveLength(2);
}, 30_000);

test("only the rows asked for are measured: by name, by the name's beginning, by group", async () => {
  const { code, said } = await run(["--only", "one-holds,three-h"]);
  expect(code).toBe(0);
  expect(said).toMatch(/^2 rows: 2 hold; /m);

  expect((await run(["--only", "four"])).said).toMatch(/^1 rows: 1 left out; /m);
  expect((await run(["--only", "one,four", "--list"])).said.match(/^(one|four)-\S+ +row /gm)).toHaveLength(5);
  const unknown = await run(["--only", "one,five"]);
  expect(unknown.code).toBe(2);
  expect(unknown.said).toContain('There is no row "five"; there are one-holds,');
}, 30_000);

test("the whole run keeps its time, and says so where it ended a row", async () => {
  const { code, said } = await run(["--only", "two-hangs,three-holds"], { WHOLE_LIMIT_MS: "1500" });
  expect(code).toBe(1);
  expect(said.match(/^ {2}.*failed \(.*the time for the whole run was over/gm)).toHaveLength(2);
  expectNothingLeft(said, { children: childrenIn(said).length });
}, 30_000);

test.each([
  ["SIGINT", 130],
  ["SIGTERM", 143],
] as const)(
  "%s ends all that runs",
  async (signal, code) => {
    const { child, output } = start(["--only", "two-hangs"], { ROW_LIMIT_MS: "60000" });
    await vi.waitFor(() => expect(foldersIn(output.said)).toHaveLength(1), { timeout: 30_000 });
    expect(childrenIn(output.said).filter(isRunning)).toHaveLength(2);
    child.kill(signal);
    await once(child, "close");
    expect(child.exitCode).toBe(code);
    expectNothingLeft(output.said, { children: 2 });
  },
  60_000,
);

test("when the runner itself is killed, what it started ends too", async () => {
  const { child, output } = start(["--only", "two-hangs"], { ROW_LIMIT_MS: "60000" });
  await vi.waitFor(() => expect(foldersIn(output.said)).toHaveLength(1), { timeout: 30_000 });
  child.kill("SIGKILL");
  await vi.waitFor(() => expectNothingLeft(output.said, { children: 2 }), { timeout: 10_000 });
}, 60_000);
