import { readdirSync } from "node:fs";
import type { Endpoint } from "@clanhall/contract/endpoint";
import { z } from "zod";

interface ContractNames {
  /** The name under which the contract exports an endpoint; each has one. */
  operationIdOf: (endpoint: Endpoint) => string;
  /** The schemas that the contract exports, by name. */
  schemas: [name: string, schema: z.ZodType][];
}

/** Reads the names from the exports, so that the contract need not write them twice and no browser has to load them. */
export async function readContractNames(): Promise<ContractNames> {
  const folder = new URL(".", import.meta.resolve("@clanhall/contract/endpoint"));
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts") && !file.startsWith("testing"))
    .toSorted();
  const modules = await Promise.all(
    files.map((file): Promise<Record<string, unknown>> => import(new URL(file, folder).href)),
  );
  const exports = modules.flatMap((module) => Object.entries(module));
  // By address: the server may have been built into one file, with endpoints of its own.
  const names = new Map(exports.flatMap(([name, value]) => (isEndpoint(value) ? [[toAddress(value), name]] : [])));
  return {
    operationIdOf: (endpoint) => {
      const name = names.get(toAddress(endpoint));
      if (name === undefined) throw new Error(`${endpoint.method} ${endpoint.path} is not exported by the contract`);
      return name;
    },
    schemas: exports.flatMap(([name, value]) => (value instanceof z.ZodType ? [[toTypeName(name), value]] : [])),
  };
}

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === "object" && value !== null && "method" in value && "path" in value && "access" in value;
}

function toAddress({ method, path }: Endpoint): string {
  return `${method} ${path}`;
}

function toTypeName(name: string): string {
  return name.slice(0, 1).toUpperCase() + name.slice(1);
}

/** A call belongs to the first subject whose pattern fits its path. */
const subjects = [
  { name: "Notifications", description: "Mails about a clan", pattern: /notifications|unsubscribe/ },
  {
    name: "Public scoreboards",
    description: "Scoreboards as visitors with a link see them",
    pattern: /^\/api\/(public|me\/scoreboards)\//,
  },
  { name: "Dashboard", description: "Today in every clan of the caller", pattern: /^\/api\/me\/(today|standing)/ },
  { name: "Account", description: "The caller's own account", pattern: /^\/api\/(me\/|password-check)/ },
  { name: "Administration", description: "For app admins", pattern: /^\/api\/(admin\/|app-admins)/ },
  { name: "Games", description: "The games that clans play", pattern: /^\/api\/games/ },
  { name: "Decisions", description: "Requests, attention, warnings", pattern: /\/(requests|attention|warnings|notes)/ },
  { name: "Invites", description: "Links and codes by which players join", pattern: /invite/ },
  { name: "Joining", description: "A clan's join link and who asks to join", pattern: /\/join/ },
  { name: "Members", description: "The roster of a clan", pattern: /\/(clan-)?members/ },
  { name: "Bulletins", description: "A clan's news", pattern: /\/bulletins/ },
  { name: "Activities", description: "What a clan tracks, and how it scores", pattern: /\/activities/ },
  { name: "Entries", description: "Values of players by day", pattern: /\/(entries|days|imports)/ },
  { name: "Scoreboards", description: "Rankings over a period, and seasons", pattern: /\/(scoreboards|seasons)/ },
  { name: "API tokens", description: "Access for programs", pattern: /\/tokens/ },
  { name: "Webhooks", description: "Posts to Discord channels", pattern: /\/webhooks/ },
  { name: "Discord", description: "The Discord bot: channels, codes, roles", pattern: /\/discord/ },
  { name: "Audit log", description: "Who changed what in a clan", pattern: /\/audit/ },
  { name: "Clans", description: "Clans, their settings and their owners", pattern: /^\/api\/clans/ },
  { name: "System", description: "This installation", pattern: /^\// },
];

export function subjectOf({ path }: Endpoint): string {
  return subjects.find(({ pattern }) => pattern.test(path))?.name ?? "System";
}

export interface Subject {
  name: string;
  description: string;
  calls: Endpoint[];
}

/** The subjects that have calls, by name. */
export function groupBySubject(endpoints: Endpoint[]): Subject[] {
  const calls = Map.groupBy(endpoints, subjectOf);
  return subjects
    .map(({ name, description }) => ({ name, description, calls: calls.get(name) ?? [] }))
    .filter((subject) => subject.calls.length > 0)
    .toSorted((a, b) => a.name.localeCompare(b.name));
}
