import type { ProviderKey } from "../../../settings.ts";
import type { ExternalAccount } from "./external-account.ts";

/** What ties a browser's way to the provider and back together. */
interface Departure {
  callbackUrl: string;
  state: string;
  verifier: string;
  nonce: string;
}

/** A service that knows who somebody is. Every call may fail: the service is not ours. */
export interface ExternalProvider {
  key: ProviderKey;
  name: string;
  /** Where the browser has to go. */
  toAddress(departure: Departure): Promise<string>;
  /** Whom the service sent back, from the address it sent them to. */
  readReturn(address: URL, departure: Omit<Departure, "callbackUrl">): Promise<ExternalAccount>;
  /** Whom a token proves that somebody got from the service without us; null when it issues none. */
  readIdToken: ((token: string, nonce: string | undefined) => Promise<IdToken>) | null;
}

interface IdToken {
  account: ExternalAccount;
  /** What no other token of any issuer has in common with it. */
  fingerprint: Buffer;
  /** From when on it would be refused anyway. */
  expiresAt: Date;
}
