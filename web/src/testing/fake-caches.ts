import { vi } from "vitest";

/** Takes the place of the browser's Cache Storage, which pictures wait in; answers what is in it. */
export function fakeCaches() {
  const stored = new Map<string, Map<string, Response>>();
  const open = async (name: string) => {
    const entries = stored.get(name) ?? new Map<string, Response>();
    stored.set(name, entries);
    return {
      keys: async () => [...entries.keys()],
      match: async (key: string) => entries.get(key),
      put: async (key: string, answer: Response) => void entries.set(key, answer),
    };
  };
  vi.stubGlobal("caches", {
    open,
    has: async (name: string) => stored.has(name),
    delete: async (name: string) => stored.delete(name),
  });
  return stored;
}
