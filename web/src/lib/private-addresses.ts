/** Paths whose last step is a secret: whoever knows it may open the page. */
const secretPaths = /\/(invite|scoreboard)\/[^/?#\s"']+/g;
/** E-mail addresses, API tokens and session tokens, wherever they stand. */
const secretWords =
  /[^\s"'<>()=:;,/@]{1,64}@[^\s"'<>()=:;,/@]{1,253}\.[a-z]{2,}|clh_[\w-]+|eyJ[\w-]+\.[\w-]+\.[\w-]+/gi;
const queryAndHash = /[?#].*/s;

/** An address without what must stay private: invite and scoreboard tokens, the query, the hash. */
export function toPublicAddress(address: string): string {
  return address.replace(queryAndHash, "").replace(secretPaths, "/$1/-");
}

/** The same for every text inside an analytics event, however deep, also in the captured elements. */
export function withoutPrivateAddresses<T>(value: T): T {
  if (typeof value === "string") return hideSecrets(value) as T;
  if (Array.isArray(value)) return value.map(withoutPrivateAddresses) as T;
  if (typeof value !== "object" || value === null || value instanceof Date) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withoutPrivateAddresses(inner)])) as T;
}

function hideSecrets(text: string): string {
  return (looksLikeAddress(text) ? toPublicAddress(text) : hideTokens(text)).replace(secretWords, "-");
}

function looksLikeAddress(text: string): boolean {
  return /^(https?:\/)?\/\S*$/.test(text);
}

/** Captured elements arrive as one long text with their links inside. */
function hideTokens(text: string): string {
  return text.replace(/[^\s"']+/g, withoutQuery).replace(secretPaths, "/$1/-");
}

function withoutQuery(text: string): string {
  const slash = text.indexOf("/");
  return slash === -1 ? text : text.slice(0, slash) + text.slice(slash).replace(queryAndHash, "");
}
