import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import { ApiError } from "../errors.ts";
import { toLoggedPath } from "./logging.ts";

const cut = (length: number) =>
  z
    .string()
    .default("")
    .transform((text) => text.slice(0, length));

/** As much of a report as is worth a line. Browsers add fields as they please. */
const report = z.object({
  "csp-report": z.object({
    "violated-directive": cut(100),
    "blocked-uri": cut(200),
    "document-uri": cut(2_000).transform((page) =>
      URL.canParse(page) ? toLoggedPath(new URL(page).pathname).slice(0, 200) : "",
    ),
  }),
});

const windowMs = 60_000;
/** Anybody may send reports, so only so many of them become lines within a window, each kind once. */
const linesPerWindow = 20;

/** Where browsers tell us that a page tried something its policy forbids. */
export async function takeCspReports(app: FastifyInstance): Promise<void> {
  const shouldLog = createSampling();
  await app.register(async (scope) => {
    scope.addContentTypeParser(
      "application/csp-report",
      { parseAs: "string" },
      scope.getDefaultJsonParser("error", "error"),
    );
    scope.post("/api/csp-reports", { config: { access: "public" }, bodyLimit: 16_384 }, (request, reply) => {
      const line = readReport(request);
      const sample = shouldLog(JSON.stringify(line));
      if (sample) request.log.warn({ ...line, ...sample }, "a page broke its content security policy");
      return reply.code(204).send();
    });
  });
}

function readReport({ body }: FastifyRequest) {
  const { data } = report.safeParse(body);
  if (!data) throw new ApiError("validation_failed", "This is not a report of a content security policy");
  const { "violated-directive": directive, "blocked-uri": blocked, "document-uri": path } = data["csp-report"];
  return { directive, blocked, path };
}

/** Says whether a line is worth writing, and how many were left out since the last one. */
function createSampling() {
  let seen = new Set<string>();
  let startedAt = 0;
  let left_out = 0;
  return (line: string, now = Date.now()): { left_out: number } | null => {
    if (now - startedAt >= windowMs) {
      seen = new Set();
      startedAt = now;
    }
    if (seen.has(line) || seen.size >= linesPerWindow) {
      left_out += 1;
      return null;
    }
    seen.add(line);
    const sample = { left_out };
    left_out = 0;
    return sample;
  };
}
