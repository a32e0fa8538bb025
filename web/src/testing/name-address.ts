import { addressTag } from "@clanhall/contract/pages";

/** Has the page name this address as the one its server lives at. */
export function nameAddress(address: string): void {
  const tag = document.createElement("meta");
  tag.name = addressTag;
  tag.content = address;
  document.head.append(tag);
}
