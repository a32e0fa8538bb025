import type { Settings } from "../../settings.ts";
import { type Finding, fine, problem, warning } from "./finding.ts";

/** Looks at what each setting alone cannot show: how they fit together, and what they mean for those outside. */
export function checkSettings(settings: Settings): Finding[] {
  return [checkPublicUrl(settings), checkProxy(settings)];
}

function checkPublicUrl({ publicUrl, mode }: Settings): Finding {
  const url = new URL(publicUrl);
  const said = (text: string) => `PUBLIC_URL is ${publicUrl}: ${text}`;
  if (publicUrl !== url.origin) {
    return problem("address", said("set it to the origin alone, without a path, a query or a name in front."));
  }
  if (url.protocol === "https:" || mode !== "production") return fine("address", `PUBLIC_URL is ${publicUrl}.`);
  if (isLoopback(url.hostname)) {
    return warning("address", said("only this machine can follow it; set it to the https address people use."));
  }
  return problem("address", said("people's passwords would travel in the open; put TLS before it and set https."));
}

function checkProxy({ publicUrl, trustProxy }: Settings): Finding {
  if (publicUrl.startsWith("https:") && trustProxy === 0) {
    return warning(
      "proxy",
      "TRUST_PROXY is 0 though PUBLIC_URL is https: limits would take all visitors for the proxy; set it to 1 behind one proxy.",
    );
  }
  return fine("proxy", `TRUST_PROXY is ${trustProxy}.`);
}

function isLoopback(host: string): boolean {
  return host === "localhost" || host.endsWith(".localhost") || host.startsWith("127.") || host === "[::1]";
}
