import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { findFreePort, startScript } from "../bench/processes.ts";
import { ask } from "./ask.ts";
import { runCommand, runScript } from "./commands.ts";
import { type Drill, exactly } from "./drill.ts";
import { type Ground, openGround } from "./ground.ts";
import { call, createClan, type Person, signUp } from "./people.ts";
import { testSecret } from "../server/src/testing/secrets.ts";

const root = dirname(import.meta.dirname);
const migrations = "server/src/db/migrations/";
/** Games that we ship: a release may describe them better than the one before. */
const catalogue = "games";

/** Columns that have another name today. */
const renamed = new Map([
  ["published_told_at", "published_announced_at"],
  ["expired_told_at", "expired_announced_at"],
]);

interface Release {
  /** The newest first: now and then one was committed that does not start. */
  commits: string[];
  /** How many migrations it has. */
  schema: number;
}

/** The columns that a table had then, so that what was added since is left out. */
interface Table {
  name: string;
  columns: string[];
  rows: number;
  hash: string;
}

export const earlierReleases: Drill = {
  id: "F21",
  what: "data of earlier releases, one for each schema, is opened by this one and taken back again",
  rounds: { few: 3, many: 30 },
  timeLimitMs: 900_000,
  async run(rounds) {
    const releases = listReleases().slice(0, rounds);
    let [lost, failures, changed, notBack, ran] = [0, 0, 0, 0, 0];
    for (const release of releases) {
      const outcome = await tryRelease(release);
      if (!outcome.hasRun) continue;
      ran++;
      lost += outcome.lost;
      changed += outcome.changed;
      failures += outcome.hasStarted ? 0 : 1;
      notBack += outcome.isBack ? 0 : 1;
    }
    return [
      exactly("earlier releases that could not be run here", releases.length - ran, 0),
      exactly("rows lost", lost, 0),
      exactly("tables whose rows read otherwise", changed, 0),
      exactly("failed starts on their data", failures, 0),
      exactly("earlier releases that did not get their data back", notBack, 0),
    ];
  },
};

const none = { hasRun: false, hasStarted: false, isBack: false, lost: 0, changed: 0, text: "" };
type Outcome = typeof none;

/** By the newest of its commits that runs. */
async function tryRelease({ commits, schema }: Release): Promise<Outcome> {
  let outcome = none;
  for (const commit of commits) {
    const tree = await checkOut(commit);
    const ground = await openGround();
    try {
      outcome = await upgrade(ground, tree);
      process.stdout.write(`  ${commit}, ${schema} migrations: ${outcome.text}\n`);
      if (outcome.hasRun) break;
    } finally {
      await ground.close();
      await rm(tree, { recursive: true, force: true });
    }
  }
  return outcome;
}

const commitsTried = 3;

/** The newest commits of each schema before this one, newest first, as far as its migrations are the first of ours. */
function listReleases(): Release[] {
  const git = (...args: string[]) => execFileSync("git", args, { cwd: root, encoding: "utf8" }).trim();
  const schemaOf = (commit: string) =>
    git("ls-tree", commit, migrations)
      .split("\n")
      .flatMap((line) => /^\S+ blob (\S+)\t(.+\.sql)$/.exec(line)?.slice(1).join(" ") ?? []);
  const ours = schemaOf("HEAD");
  // Before there were clans nobody had anything to keep.
  const least = ours.findIndex((file) => file.endsWith("_clans.sql")) + 1;
  const releases = new Map<number, Release>();
  for (const commit of git("log", "--first-parent", "--format=%h", "HEAD").split("\n")) {
    const schema = schemaOf(commit);
    if (schema.length < least) break;
    if (schema.length >= ours.length || schema.some((file, index) => file !== ours[index])) continue;
    const release = releases.get(schema.length) ?? { commits: [], schema: schema.length };
    if (release.commits.length < commitsTried) release.commits.push(commit);
    releases.set(schema.length, release);
  }
  return [...releases.values()];
}

/** Its own code on the packages and pages of this release. */
async function checkOut(commit: string): Promise<string> {
  const tree = await mkdtemp(join(tmpdir(), `clanhall-${commit}-`));
  const archive = execFileSync("git", ["archive", commit], { cwd: root, maxBuffer: 512 * 1024 * 1024 });
  const unpacking = spawn("tar", ["-x", "-C", tree], { stdio: ["pipe", "inherit", "inherit"] });
  unpacking.stdin.end(archive);
  await new Promise((resolve) => unpacking.on("close", resolve));
  const packages = join(tree, "node_modules");
  mkdirSync(join(packages, "@clanhall"), { recursive: true });
  for (const name of readdirSync(join(root, "node_modules"))) {
    if (name !== "@clanhall") symlinkSync(join(root, "node_modules", name), join(packages, name));
  }
  for (const name of ["contract", "server", "web"]) symlinkSync(join(tree, name), join(packages, "@clanhall", name));
  const [ours, theirs] = [join(root, "web/dist"), join(tree, "web/dist")];
  mkdirSync(join(theirs, "server"), { recursive: true });
  symlinkSync(join(ours, "client"), join(theirs, "client"));
  for (const name of readdirSync(join(ours, "server"))) {
    symlinkSync(join(ours, "server", name), join(theirs, "server", name));
  }
  // What drew the public pages once; none of them is opened here.
  const drawing = `{ bootScript: "", styles: "", boardStyles: "", renderPage: () => "", renderBoard: () => "" }`;
  writeFileSync(join(theirs, "server/public-face.js"), `export const publicFace = ${drawing};`);
  return tree;
}

async function upgrade(ground: Ground, tree: string): Promise<Outcome> {
  const env = { DATABASE_URL: ground.databaseUrl, CLANHALL_SECRET: testSecret, LOG_LEVEL: "silent" };
  const file = join(tree, "before.backup");
  let owner: Person;
  let filled = { clanId: "", written: 0 };
  try {
    const old = await startEarlier(tree, env);
    try {
      owner = await signUp(old.line);
      filled = await fill(old.line, owner);
    } finally {
      await old.stop();
    }
    const saved = await runScript(join(tree, "server/src/cli/clanhall.ts"), ["backup", file], env);
    if (saved.code !== 0) throw new Error(saved.complained);
  } catch (error) {
    return { ...none, text: `could not be run: ${String(error).split("\n").at(0)}` };
  }
  const before = await readTables(ground);
  const migrated = await runCommand(["migrate"], env);
  const { lost, changed, names } = compare(before, await readTables(ground, before));
  const hasStarted = migrated.code === 0 && (await opens(ground, owner, filled.clanId));
  // As its message says, a release that is older than the schema refuses it and works on its own backup.
  const refusal = await startEarlier(tree, env).then(
    async (old) => old.stop().then(() => "starts on the newer schema"),
    () => "refuses the newer schema",
  );
  await ground.query("drop schema public cascade; create schema public");
  await ground.query("drop schema if exists pgboss cascade");
  const restored = await runScript(join(tree, "server/src/cli/clanhall.ts"), ["restore", file], env);
  const back = compare(before, await readTables(ground, before));
  const isBack = restored.code === 0 && back.lost + back.changed === 0;
  const rows = before.reduce((sum, table) => sum + table.rows, 0);
  const text = `${filled.written} of ${steps} writes, ${rows} rows, ${lost} lost, ${changed} tables changed${names}; ${refusal}, its backup is ${isBack ? "back" : `not back: ${restored.complained}${back.names}`}`;
  return { hasRun: true, hasStarted, isBack, lost, changed, text };
}

async function startEarlier(tree: string, env: Record<string, string>) {
  const port = String(await findFreePort());
  const server = await startScript(join(tree, "server/src/main.ts"), {
    NODE_ENV: "production",
    PUBLIC_URL: "http://clanhall.localhost",
    AUTH_RATE_LIMITS: "1000",
    ...env,
    HOST: "127.0.0.1",
    PORT: port,
  });
  return { ...server, line: `http://127.0.0.1:${port}` };
}

const steps = 8;

/** A small clan with something of each kind; returns how many of the writes that release took. */
async function fill(address: string, owner: Person) {
  const clanId = await createClan(address, owner);
  const clan = `/api/clans/${clanId}`;
  let written = 1;
  const write = async (method: string, path: string, body: object) => {
    const { status, answer } = await ask<{ id?: string }>(address, method, path, { token: owner.token, body });
    if (status >= 200 && status < 300) written++;
    return answer.id ?? "";
  };
  const member = await write("POST", `${clan}/members`, { name: "Robin" });
  const draft = { name: "Raids", short_label: "Raid", value_type: "whole", category: "Play" };
  const activity = await write("POST", `${clan}/activities`, draft);
  const day = new Date().toISOString().slice(0, 10);
  await write("PUT", `${clan}/entries`, {
    entries: [{ member_id: member, activity_id: activity, day, value: 7 }],
  });
  const board = await write("POST", `${clan}/scoreboards`, {
    title: "Raiders",
    activities: [{ activity_id: activity }],
  });
  await write("POST", `/api/scoreboards/${board}/share`, {});
  await write("POST", `${clan}/bulletins`, { title: "News", content: "<p>Hello</p>" });
  await write("POST", "/api/invites", { clanMemberId: member });
  return { clanId, written };
}

/** This release starts on it, and the owner still finds the clan; then it lets go of the database. */
async function opens(ground: Ground, owner: Person, clanId: string): Promise<boolean> {
  try {
    const instance = await ground.startInstance();
    const { id } = await call<{ id: string }>(instance.line, owner, "GET", `/api/clans/${clanId}`);
    await instance.stop();
    return id === clanId;
  } catch (error) {
    process.stdout.write(`  ${String(error)}\n`);
    return false;
  }
}

async function readTables({ query }: Pick<Ground, "query">, like: Table[] = []): Promise<Table[]> {
  const found = await query<{ name: string; columns: string[] }>(
    `select table_name as name, array_agg(column_name::text order by column_name) as columns
     from information_schema.columns join pg_tables on tablename = table_name and schemaname = 'public'
     where table_schema = 'public' and table_name <> 'clanhall_migrations' group by table_name`,
  );
  const tables: Table[] = [];
  for (const { name, columns } of found) {
    const wanted = like.find((table) => table.name === name)?.columns ?? columns;
    const kept = wanted
      .map((column) => (columns.includes(column) ? column : (renamed.get(column) ?? "")))
      .filter((column) => columns.includes(column));
    const list = kept.map((column) => `"${column}"`).join(", ");
    const [row] = await query<{ rows: number; hash: string }>(
      `select count(*)::int as rows,
       coalesce(sum(('x' || substr(md5(row(${list})::text), 1, 16))::bit(64)::bigint::numeric), 0)::text as hash
       from "${name}"`,
    );
    tables.push({ name, columns: kept, rows: row?.rows ?? 0, hash: row?.hash ?? "" });
  }
  return tables;
}

/** A table that is gone has lost its rows; a column that is gone reads otherwise where there were rows. */
function compare(before: Table[], after: Table[]) {
  let lost = 0;
  const changed: string[] = [];
  for (const table of before) {
    const now = after.find(({ name }) => name === table.name);
    lost += Math.max(0, table.rows - (now?.rows ?? 0));
    if (table.name !== catalogue && table.rows > 0 && now && now.hash !== table.hash) changed.push(table.name);
  }
  return { lost, changed: changed.length, names: changed.length > 0 ? ` (${changed.join(", ")})` : "" };
}
