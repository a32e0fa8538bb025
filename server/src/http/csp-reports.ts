import type { FastifyInstance } from "fastify";
import { toLoggedPath } from "./logging.ts";

interface CspReport {
  "csp-report"?: { "violated-directive"?: string; "blocked-uri"?: string; "document-uri"?: string };
}

/** Where browsers tell us that a page tried something its policy forbids. */
export async function takeCspReports(app: FastifyInstance): Promise<void> {
  await app.register(async (scope) => {
    scope.addContentTypeParser(
      "application/csp-report",
      { parseAs: "string" },
      scope.getDefaultJsonParser("error", "error"),
    );
    scope.post("/api/csp-reports", { config: { access: "public" }, bodyLimit: 16_384 }, (request, reply) => {
      const report = (request.body as CspReport | null)?.["csp-report"];
      const page = report?.["document-uri"] ?? "";
      request.log.warn(
        {
          directive: String(report?.["violated-directive"]).slice(0, 100),
          blocked: String(report?.["blocked-uri"]).slice(0, 200),
          path: URL.canParse(page) ? toLoggedPath(new URL(page).pathname) : "",
        },
        "a page broke its content security policy",
      );
      return reply.code(204).send();
    });
  });
}
