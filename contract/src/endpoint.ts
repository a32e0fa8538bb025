import type { z } from "zod";
import type { ClanAction, TokenScope } from "./permissions.ts";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** Who may call: anybody, a signed-in user, an app admin, or a clan member whose role allows the action. */
export type Access = "public" | "session" | "app-admin" | { clan: ClanAction };

/** One call of the API, described once for the server that answers it and the web that makes it. */
export interface Endpoint {
  method: Method;
  /** Path with `:name` parameters, as Fastify and the web's client both read it. */
  path: string;
  access: Access;
  /** Calls that cost much computing: of these an account makes at most two at a time. */
  cost?: "heavy";
  /**
   * The answer carries an ETag, and whoever sends it back learns whether anything changed. Usually it is made from the
   * answer; with "own" the handler makes and checks it.
   */
  etag?: true | "own";
  /** What an API token needs to make this call; tokens may make no other. */
  token?: TokenScope;
  /** One sentence for the API documentation. */
  summary: string;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  /** Bytes that a body may have where it is more than for other calls. */
  bodyLimit?: number;
  response: z.ZodType;
  /** Media type of an answer that is not JSON: the handler writes it to the reply itself, and `response` is void. */
  content?: string;
  /** An event stream, which stays open: of a clan for those who are in it, or of a shared board for visitors. */
  stream?: "clan" | "board";
}

export function endpoint<const E extends Endpoint>(description: E): E {
  return description;
}

type Out<S> = S extends z.ZodType ? z.output<S> : undefined;
type In<S> = S extends z.ZodType ? z.input<S> : never;

/** What a handler receives once the request is parsed. */
export interface ParsedInput<E extends Endpoint> {
  params: Out<E["params"]>;
  query: Out<E["query"]>;
  body: Out<E["body"]>;
}

type Part<Name extends "params" | "query" | "body", S> = S extends z.ZodType
  ? Partial<In<S>> extends In<S>
    ? { [K in Name]?: In<S> }
    : { [K in Name]: In<S> }
  : unknown;

/** What a caller passes: only the parts the endpoint declares. */
export type CallInput<E extends Endpoint> = Part<"params", E["params"]> &
  Part<"query", E["query"]> &
  Part<"body", E["body"]>;

export type AnswerOf<E extends Endpoint> = z.output<E["response"]>;
