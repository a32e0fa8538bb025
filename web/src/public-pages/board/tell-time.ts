/** Says how long ago the board changed, and whether the page is following it. */
export function tellTime(main: HTMLElement, isFollowing: boolean, now = Date.now()): void {
  const time = main.querySelector<HTMLTimeElement>(".status time");
  if (!time) return;
  const live = main.querySelector(".live");
  if (!isFollowing) live?.remove();
  else if (!live) {
    const mark = main.ownerDocument.createElement("span");
    mark.className = "live";
    mark.textContent = "Live";
    time.before(mark);
  }
  time.title ||= time.textContent;
  time.textContent = `${isFollowing ? "updated" : "Updated"} ${toAge(now - Date.parse(time.dateTime))}`;
}

/** A clock that goes wrong never makes the board come from the future. */
function toAge(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 1) return "just now";
  if (minutes < 60) return `${minutes} min ago`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return `${hours} h ago`;
  const days = Math.floor(hours / 24);
  return `${days} ${days === 1 ? "day" : "days"} ago`;
}
