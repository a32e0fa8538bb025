import type { Provider } from "../../../settings.ts";
import { openDiscord } from "./discord.ts";
import { openOpenIdProvider } from "./openid.ts";
import type { ExternalProvider } from "./providers.ts";

export function openProvider(provider: Provider): ExternalProvider {
  if (provider.key === "discord") return openDiscord(provider);
  if (!provider.issuer) throw new Error(`the provider ${provider.key} has no issuer`);
  return openOpenIdProvider({ ...provider, issuer: provider.issuer });
}
