import type { FastifyInstance } from "fastify";
import { ApiError } from "../errors.ts";

const deepest = 32;

/** Bodies are JSON and nothing else: a form or plain text would reach us from a foreign page without a preflight. */
export function readJsonOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const parse = app.getDefaultJsonParser("error", "error");
  app.addContentTypeParser("application/json", { parseAs: "string" }, (request, body, done) => {
    if (body === "") return done(null, undefined);
    if (isTooDeep(body as string)) return done(malformed("The request is nested too deeply"));
    return parse(request, body as string, (error, value) =>
      error ? done(malformed("The request is not valid JSON")) : done(null, value),
    );
  });
}

function malformed(message: string): ApiError {
  return new ApiError("validation_failed", message);
}

/** Counts brackets outside of strings, so that no depth of nesting reaches the parser's or a schema's recursion. */
function isTooDeep(text: string): boolean {
  let depth = 0;
  let isInString = false;
  for (let index = 0; index < text.length; index++) {
    const character = text[index];
    if (isInString) {
      if (character === "\\") index++;
      else if (character === '"') isInString = false;
    } else if (character === '"') isInString = true;
    else if (character === "{" || character === "[") {
      if (++depth > deepest) return true;
    } else if (character === "}" || character === "]") depth--;
  }
  return false;
}
