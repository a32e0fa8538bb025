import type { Endpoint } from "@clanhall/contract/endpoint";
import type { FieldProblem } from "@clanhall/contract/errors";
import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { ApiError } from "../errors.ts";
import { parseInTurns } from "./in-turns.ts";

/** Calls that describe no body take none; an empty object is none. */
const noBody = z.strictObject({});

/** Query and body as the endpoint describes them; every field that does not fit is named in one answer. */
export async function parseInput(endpoint: Endpoint, request: FastifyRequest) {
  const problems: FieldProblem[] = [];
  const query = await parsePart(endpoint.query, request.query, problems);
  const body = await parsePart(endpoint.body ?? noBody, request.body ?? {}, problems);
  if (problems.length > 0) {
    throw new ApiError("validation_failed", problems[0]?.message ?? "Some fields are not valid", { details: problems });
  }
  return { query, body: endpoint.body && body };
}

async function parsePart(schema: z.ZodType | undefined, value: unknown, problems: FieldProblem[]) {
  if (!schema) return undefined;
  const parsed = await parseInTurns(schema, value);
  if (parsed.success) return parsed.data;
  const seen = new Set(problems.map(({ path }) => path));
  for (const { path, message } of parsed.error.issues.flatMap(toProblems)) {
    if (!seen.has(path)) problems.push({ path, message });
    seen.add(path);
  }
  return undefined;
}

/** Fields that nobody asked for are named one by one, though not without end. */
const strangersNamed = 20;

function toProblems(issue: z.core.$ZodIssue): FieldProblem[] {
  if (issue.code !== "unrecognized_keys") return [{ path: issue.path.join("."), message: issue.message }];
  return issue.keys.slice(0, strangersNamed).map((key) => {
    const name = key.slice(0, 60);
    return { path: [...issue.path, name].join("."), message: `“${name}” is not a field of this request.` };
  });
}
