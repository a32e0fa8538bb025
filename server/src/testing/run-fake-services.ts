import Fastify from "fastify";
import { startFakeDiscordWebhooks } from "./fake-discord-webhooks.ts";
import { startSmtpServer } from "./smtp.ts";

/** Discord and a mail server for journeys in a browser, with a server at which a journey sees what they were given. */
const { DISCORD_PORT, SMTP_PORT, CONTROL_PORT } = process.env;
const discord = await startFakeDiscordWebhooks({ port: Number(DISCORD_PORT) });
const { received } = await startSmtpServer({ port: Number(SMTP_PORT) });
const channels: ReturnType<typeof discord.channel>[] = [];

const control = Fastify();
control.post("/channels", () => {
  const id = channels.push(discord.channel()) - 1;
  return { id, url: channels[id]?.url };
});
control.get<{ Params: { id: number } }>("/channels/:id", ({ params }) => channels[params.id]?.messages);
control.delete<{ Params: { id: number } }>("/channels/:id", ({ params }) => ({ closed: channels[params.id]?.close() }));
control.get<{ Querystring: { to?: string } }>("/mails", ({ query: { to = "" } }) =>
  received.filter(({ recipients }) => recipients.includes(to)).map(({ source }) => source),
);
process.stdout.write(`${await control.listen({ port: Number(CONTROL_PORT), host: "127.0.0.1" })}\n`);
