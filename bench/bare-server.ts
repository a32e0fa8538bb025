import Fastify from "fastify";

/** The plainest Fastify that sends the given answers: what ours is held against. It prints its address. */
interface BareAnswer {
  path: string;
  status?: number;
  headers: Record<string, string>;
  body: string;
}

const answers = JSON.parse(process.env.ANSWERS ?? "[]") as BareAnswer[];
const app = Fastify();
for (const { path, headers, body, status = 200 } of answers) {
  const bytes = body === "" ? undefined : Buffer.from(body, "base64");
  app.get(path, (_request, reply) => reply.code(status).headers(headers).send(bytes));
}
process.stdout.write(`${await app.listen({ port: 0, host: "127.0.0.1" })}\n`);
