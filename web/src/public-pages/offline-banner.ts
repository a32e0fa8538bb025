const text = "You’re offline. When connection is restored, the app will become active again.";

/** Tells a reader who loses the line; what is already on the page stays readable. */
export function installOfflineBanner(page: Window): void {
  const banner = page.document.createElement("div");
  banner.className = "offline";
  banner.setAttribute("role", "status");
  banner.hidden = true;
  page.document.body.append(banner);
  const show = () => {
    banner.hidden = page.navigator.onLine;
    banner.textContent = banner.hidden ? "" : text;
  };
  page.addEventListener("online", show);
  page.addEventListener("offline", show);
  show();
}
