interface TrustedTypes {
  createPolicy: (
    name: string,
    rules: { createScriptURL: () => string },
  ) => {
    createScriptURL: (url: string) => string;
  };
}

const shareWorker = "/share-worker.js";
const sharedCache = "shared-screenshots";
let isOffered = false;

/** From the first time that pictures are imported, the installed app is offered in a phone's share menu. */
export function offerSharing(): void {
  if (isOffered || !("serviceWorker" in navigator)) return;
  isOffered = true;
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  const policy = trustedTypes?.createPolicy("share-worker", { createScriptURL: () => shareWorker });
  // Where it is refused, pictures are chosen or pasted as before.
  navigator.serviceWorker.register(policy?.createScriptURL(shareWorker) ?? shareWorker).catch(() => undefined);
}

/** Pictures that were shared with the app and that nobody has read yet; they are taken once. */
export async function takeShared(): Promise<File[]> {
  if (!("caches" in globalThis) || !(await caches.has(sharedCache))) return [];
  const cache = await caches.open(sharedCache);
  const files: File[] = [];
  for (const request of await cache.keys()) {
    const answer = await cache.match(request);
    if (!answer) continue;
    const name = decodeURIComponent(answer.headers.get("x-name") ?? "picture");
    const content = await answer.blob();
    files.push(new File([content], name, { type: content.type }));
  }
  await caches.delete(sharedCache);
  return files;
}

/** Nobody is going to read them. */
export async function dropShared(): Promise<void> {
  if ("caches" in globalThis) await caches.delete(sharedCache);
}
