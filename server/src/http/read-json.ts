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

/** Numbers, because comparing letters of a text of megabytes takes several times as long. */
const codes = { quote: 34, openBracket: 91, backslash: 92, closeBracket: 93, openBrace: 123, closeBrace: 125 };

/** Counts brackets outside of strings, so that no depth of nesting reaches the parser's or a schema's recursion. */
function isTooDeep(text: string): boolean {
  let depth = 0;
  let isInString = false;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (isInString) {
      if (code === codes.backslash) index++;
      else if (code === codes.quote) isInString = false;
    } else if (code === codes.quote) isInString = true;
    else if (code === codes.openBrace || code === codes.openBracket) {
      if (++depth > deepest) return true;
    } else if (code === codes.closeBrace || code === codes.closeBracket) depth--;
  }
  return false;
}
