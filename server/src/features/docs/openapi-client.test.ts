import { spawnSync } from "node:child_process";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import openapiTS, { astToString } from "openapi-typescript";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";

const compiler = fileURLToPath(new URL("bin/tsc", import.meta.resolve("typescript-7/package.json")));
/** Below the packages, so that the client finds the library that it is made with. */
const folder = fileURLToPath(new URL("../../../../node_modules/.cache/openapi-client", import.meta.url));

/** What somebody writes who has the generated types and nothing else of ours. */
const client = `
import createClient from "openapi-fetch";
import type { components, operations, paths } from "./api.ts";

type Schemas = components["schemas"];

export async function run(baseUrl: string, email: string, password: string) {
  const signIn = await fetch(baseUrl + "/auth/v1/token?grant_type=password", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password }),
  });
  const { access_token } = (await signIn.json()) as { access_token: string };
  const api = createClient<paths>({ baseUrl, headers: { authorization: "Bearer " + access_token } });

  const before = await api.GET("/api/clans/my");
  const draft: Schemas["ClanDraft"] = { name: "Generated Owls", time_zone: "UTC", player_name: "Ann" };
  const created = await api.POST("/api/clans", { body: draft });
  if (!created.data) throw new Error(created.error.message);
  const clan: Schemas["Clan"] = created.data;
  const after = await api.GET("/api/clans/my");
  const names = after.data?.map(({ name }: Schemas["ClanCard"]) => name);

  const roster = await api.GET("/api/clans/{clanId}/members", {
    params: { path: { clanId: clan.id }, query: { role: "owner" } },
  });
  const [owner]: Schemas["Member"][] = roster.data?.members ?? [];

  const refused = await api.GET("/api/clans/{clanId}", { params: { path: { clanId: crypto.randomUUID() } } });
  const error: Schemas["Error"] | undefined = refused.error;

  return { before: before.data, names, clan, owner, refused: [refused.response.status, error?.error, refused.data] };
}

type CreateClan = operations["createClan"]["requestBody"]["content"]["application/json"];
export const isDraft: CreateClan extends Schemas["ClanDraft"] ? true : false = true;

/** Mistakes that the types find. */
export const mistakes = (api: ReturnType<typeof createClient<paths>>) => [
  // @ts-expect-error there is no such path
  api.GET("/api/clans/mine"),
  // @ts-expect-error the clan is missing
  api.GET("/api/clans/{clanId}/members"),
  // @ts-expect-error a name is not a number
  api.POST("/api/clans", { body: { name: 7 } }),
];
`;

let world: TestApp;
let address: string;
beforeAll(async () => {
  world = await createTestApp();
  address = await world.app.server.listen({ port: 0, host: "127.0.0.1" });
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
});
afterAll(() => world.close());

test("a client made from the document alone compiles, and works with the server", async () => {
  const document = (await world.visitor.get("/api/openapi.json")).body;
  // A field with a default may be left out of a request; answers name it as required.
  const types = await openapiTS(document, { defaultNonNullable: false });
  await writeFile(join(folder, "api.ts"), astToString(types));
  await writeFile(join(folder, "client.ts"), client);
  const options = {
    target: "es2024",
    lib: ["es2024", "dom"],
    module: "nodenext",
    types: [],
    strict: true,
    noUncheckedIndexedAccess: true,
    skipLibCheck: true,
    rewriteRelativeImportExtensions: true,
    rootDir: ".",
    outDir: "out",
  };
  await writeFile(join(folder, "package.json"), JSON.stringify({ type: "module" }));
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions: options, files: ["client.ts"] }));
  const compiled = spawnSync(process.execPath, [compiler, "-p", folder], { encoding: "utf8" });
  expect([compiled.status, compiled.stdout]).toEqual([0, ""]);

  const { email, password } = await world.signedUp();
  const { run } = await import(pathToFileURL(join(folder, "out/client.js")).href);
  expect(await run(address, email, password)).toEqual({
    before: [],
    names: ["Generated Owls"],
    clan: expect.objectContaining({ name: "Generated Owls", role: "owner" }),
    owner: expect.objectContaining({ name: "Ann", role: "owner" }),
    refused: [404, "not_found", undefined],
  });
});
