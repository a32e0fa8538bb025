import Fastify from "fastify";
import { type DiscordUser, startFakeDiscord } from "./fake-discord.ts";
import { startFakeDiscordWebhooks } from "./fake-discord-webhooks.ts";
import { startIdentityProvider } from "./identity-provider.ts";
import { startSmtpServer } from "./smtp.ts";

interface Ports {
  /** Where webhooks post to. */
  discord: number;
  /** Where people sign in with Discord. */
  discordSignIn: number;
  smtp: number;
  identity: number;
  control: number;
}

interface OidcClient {
  id: string;
  secret: string;
  callback: string;
  /** Who has an account there; an “unproved” one has confirmed no address. */
  accounts: string[];
  /** Who is at Discord. */
  discordUser: DiscordUser;
}

/** Discord, a mail server and an identity provider for journeys, and a port at which a journey sees what they were given. */
export async function startFakeServices(ports: Ports, client: OidcClient): Promise<void> {
  const discord = await startFakeDiscordWebhooks({ port: ports.discord });
  await startFakeDiscord(client, { port: ports.discordSignIn, user: client.discordUser, asks: true });
  const { received } = await startSmtpServer({ port: ports.smtp });
  await startIdentityProvider({
    port: ports.identity,
    clients: [{ client_id: client.id, client_secret: client.secret, redirect_uris: [client.callback] }],
    accounts: client.accounts.map((name) => ({
      sub: name,
      name,
      email: `${name.replaceAll(" ", "-")}@guild.example`,
      email_verified: !name.includes("unproved"),
    })),
  });
  const channels: ReturnType<typeof discord.channel>[] = [];

  const control = Fastify();
  control.post("/channels", () => {
    const id = channels.push(discord.channel()) - 1;
    return { id, url: channels[id]?.url };
  });
  control.get<{ Params: { id: number } }>("/channels/:id", ({ params }) => channels[params.id]?.messages);
  control.delete<{ Params: { id: number } }>("/channels/:id", ({ params }) => ({
    closed: channels[params.id]?.close(),
  }));
  control.get<{ Querystring: { to?: string } }>("/mails", ({ query: { to = "" } }) =>
    received.filter(({ recipients }) => recipients.includes(to)).map(({ source }) => source),
  );
  await control.listen({ port: ports.control, host: "127.0.0.1" });
}
