/** The path of a page that shows one clan, opened at that clan and not at the one its reader used last. */
export function toClanPath(path: string, clanId: string, search: Record<string, string> = {}): string {
  return `${path}?${new URLSearchParams({ clan: clanId, ...search }).toString()}`;
}
