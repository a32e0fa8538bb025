import type { Endpoint } from "@clanhall/contract/endpoint";
import type { FieldProblem } from "@clanhall/contract/errors";
import { fieldMessage } from "@clanhall/contract/field-messages";
import type { FastifyInstance, FastifyRequest } from "fastify";
import fastifyPlugin from "fastify-plugin";
import { z } from "zod";
import { ApiError } from "../errors.ts";
import { parseInTurns } from "./in-turns.ts";

// Whatever a schema leaves unsaid, people read a sentence of ours.
z.config({ customError: fieldMessage });

/** Calls that describe no body take none; an empty object is none. */
const noBody = z.strictObject({});

/** Query and body as the endpoint describes them; one answer names every field that is wrong. */
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

/** Unknown fields are named one by one, up to this many. */
const unknownFieldsNamed = 20;

function toProblems(issue: z.core.$ZodIssue): FieldProblem[] {
  if (issue.code !== "unrecognized_keys") return [{ path: issue.path.join("."), message: issue.message }];
  return issue.keys.slice(0, unknownFieldsNamed).map((key) => {
    const name = key.slice(0, 60);
    return { path: [...issue.path, name].join("."), message: `“${name}” is not a field of this request.` };
  });
}

/** In bytes; an endpoint that takes more says so. */
export const usualBodyLimit = 256 * 1024;

const deepest = 32;

/** Bodies are JSON and nothing else: a form or plain text would reach us from a foreign page without a preflight. */
export const jsonBody = fastifyPlugin(
  async (app: FastifyInstance) => {
    app.removeAllContentTypeParsers();
    const parse = app.getDefaultJsonParser("error", "error");
    app.addContentTypeParser("application/json", { parseAs: "buffer" }, (request, body, done) => {
      const bytes = body as Buffer;
      if (bytes.length === 0) return done(null, undefined);
      if (isTooDeep(bytes)) return done(malformed("The request is nested too deeply"));
      return parse(request, bytes.toString("utf8"), (error, value) =>
        error ? done(malformed("The request is not valid JSON")) : done(null, value),
      );
    });
  },
  { name: "body" },
);

function malformed(message: string): ApiError {
  return new ApiError("validation_failed", message);
}

const codes = { quote: 34, openBracket: 91, backslash: 92, closeBracket: 93, openBrace: 123, closeBrace: 125 };

/**
 * Counts brackets outside of strings, so that no depth of nesting reaches the parser's or a schema's recursion. In bytes,
 * because the letters of a text of megabytes take three times as long; no byte of another letter has one of these codes.
 */
function isTooDeep(bytes: Buffer): boolean {
  let depth = 0;
  for (let index = 0; index < bytes.length; index++) {
    const code = bytes[index];
    if (code === codes.quote) index = findEndOfText(bytes, index);
    else if (code === codes.openBrace || code === codes.openBracket) {
      if (++depth > deepest) return true;
    } else if (code === codes.closeBrace || code === codes.closeBracket) depth--;
  }
  return false;
}

function findEndOfText(bytes: Buffer, start: number): number {
  let index = start + 1;
  while (index < bytes.length && bytes[index] !== codes.quote) index += bytes[index] === codes.backslash ? 2 : 1;
  return index;
}
