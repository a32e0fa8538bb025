import { startIdentityProvider } from "./identity-provider.ts";

/** An identity provider for journeys in a browser, with an account for each of them and one that proved no address. */
const { IDENTITY_PORT, CALLBACK } = process.env;
const names = (process.env.IDENTITIES ?? "").split(",");
const accounts = names.map((name) => ({
  sub: name,
  name,
  email: `${name.toLowerCase().replaceAll(" ", "-")}@guild.example`,
  email_verified: !name.includes("unproved"),
}));
const { issuer } = await startIdentityProvider({
  port: Number(IDENTITY_PORT),
  clients: [{ client_id: "clanhall", client_secret: "a secret of the journeys", redirect_uris: [CALLBACK ?? ""] }],
  accounts,
});
process.stdout.write(`${issuer}\n`);
