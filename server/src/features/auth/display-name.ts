const longest = 60;

/** The name people chose for themselves, out of what the client keeps about them: composed, visible, not too long. */
export function toDisplayName({ display_name: name }: Record<string, unknown>): string {
  if (typeof name !== "string") return "";
  const visible = name
    .normalize("NFC")
    .replaceAll(/\p{Cc}/gu, "")
    .trim();
  return Array.from(visible).slice(0, longest).join("");
}
