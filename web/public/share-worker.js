// Takes pictures that a phone's share menu sends to the installed app, and does nothing else. They wait in the browser
// until the dialog has read them: the server never sees them.
self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("fetch", (event) => {
  const { pathname } = new URL(event.request.url);
  if (event.request.method === "POST" && pathname === "/share-screenshots") event.respondWith(keep(event.request));
});

async function keep(request) {
  const form = await request.formData();
  // What was shared before and never taken up would get mixed with it.
  await caches.delete("shared-screenshots");
  const cache = await caches.open("shared-screenshots");
  const files = form.getAll("pictures").filter((file) => file instanceof File);
  for (const [index, file] of files.slice(0, 10).entries()) {
    const headers = { "content-type": file.type, "x-name": encodeURIComponent(file.name) };
    await cache.put(`/share-screenshots/${index}`, new Response(file, { headers }));
  }
  return Response.redirect("/daily-activity?import=screenshots", 303);
}
