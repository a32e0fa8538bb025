/** How long a provider may take for one answer while somebody's browser waits. */
export const patienceSeconds = 5;

/** The only place where a provider may be asked without encryption. */
export function isLoopback({ hostname }: URL): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127(\.\d+){3}$/.test(hostname);
}
