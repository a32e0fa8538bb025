import type { FastifyBaseLogger, FastifyInstance, FastifyRequest, LogLevel } from "fastify";
import fastifyPlugin from "fastify-plugin";
import { destination, type DestinationStream, pino } from "pino";
import type { Settings } from "../settings.ts";

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-/i;
const secrets = ["password", "token", "access_token", "refresh_token", "authorization", "cookie", "verification_code"];

const fileName = /\.[a-z0-9]{2,11}$/i;

/** The path without its query, and without the tokens that open an invite or a board. */
export function toLoggedPath(url: string): string {
  const [path = ""] = url.split(/[?#]/);
  return path
    .split("/")
    .map((part) => (part.length >= 16 && !uuid.test(part) && !fileName.test(part) ? "[token]" : part))
    .join("/");
}

/** One logger for the process, on stderr: stdout carries only what a person at the terminal should read. */
export function createLog(
  settings: Pick<Settings, "logLevel">,
  stream: DestinationStream = destination(2),
): FastifyBaseLogger {
  return pino(
    {
      level: settings.logLevel,
      redact: { paths: secrets.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: "[redacted]" },
      serializers: {
        err: toLoggedError,
        req: (request: FastifyRequest) => ({ method: request.method, path: toLoggedPath(request.url), ip: request.ip }),
      },
    },
    stream,
  );
}

/** The driver hangs the whole connection onto the error of a lost one: its statements, and the key that cancels them. */
function toLoggedError(error: Error): object {
  const { client: _connection, ...logged } = pino.stdSerializers.err(error);
  return logged;
}

/** Most requests log nothing, and making a logger for each of them cost more than some of their answers. */
export function childWhenNeeded(log: FastifyBaseLogger, bindings: Record<string, unknown>): FastifyBaseLogger {
  let child: FastifyBaseLogger | null = null;
  const at = (level: Exclude<LogLevel, "silent">) => (details: object, message?: string) => {
    if (log.level === "silent") return;
    child ??= log.child(bindings);
    child[level](details, message);
  };
  return {
    level: log.level,
    silent: () => undefined,
    fatal: at("fatal"),
    error: at("error"),
    warn: at("warn"),
    info: at("info"),
    debug: at("debug"),
    trace: at("trace"),
    child: (more, options) => log.child({ ...bindings, ...more }, options),
  } as FastifyBaseLogger;
}

/**
 * The id that people can quote is in a header as well as in the error body and in the log. At the level debug each
 * answer gets a line; failures are logged by the error handler at every level.
 */
export const requestLog = fastifyPlugin(
  async (app: FastifyInstance) => {
    app.addHook("onRequest", (request, reply, done) => {
      reply.header("x-request-id", request.id);
      done();
    });
    if (!["debug", "trace"].includes(app.log.level)) return;
    app.addHook("onResponse", (request, reply, done) => {
      request.log.debug({ req: request, status: reply.statusCode, ms: Math.round(reply.elapsedTime) }, "answered");
      done();
    });
  },
  { name: "request-log" },
);
