/** What the database needs of a logger; pino and Fastify's logger fit. */
export interface Log {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}
