import { type PageKey, pages, pageTitle, productName } from "@clanhall/contract/pages";

/** Writes title, description, canonical address, social-card and robots tags of the page that is now shown. */
export function describePage(key: PageKey, address: URL): void {
  const page = pages[key];
  const title = pageTitle(page.name);
  const canonical = address.origin + address.pathname;
  const card = `${address.origin}/social-card.png`;
  document.title = title;
  setMeta("name", "description", page.description);
  setMeta("name", "robots", page.robots);
  setMeta("property", "og:type", "website");
  setMeta("property", "og:site_name", productName);
  setMeta("property", "og:title", title);
  setMeta("property", "og:description", page.description);
  setMeta("property", "og:url", canonical);
  setMeta("property", "og:image", card);
  setMeta("name", "twitter:card", "summary_large_image");
  setMeta("name", "twitter:image", card);
  setMeta("name", "twitter:title", title);
  setMeta("name", "twitter:description", page.description);
  setCanonical(canonical);
}

function setMeta(kind: "name" | "property", name: string, content: string): void {
  let tag = document.head.querySelector(`meta[${kind}="${name}"]`);
  if (!tag) {
    tag = document.createElement("meta");
    tag.setAttribute(kind, name);
    document.head.append(tag);
  }
  tag.setAttribute("content", content);
}

function setCanonical(address: string): void {
  let link = document.head.querySelector<HTMLLinkElement>('link[rel="canonical"]');
  if (!link) {
    link = document.createElement("link");
    link.rel = "canonical";
    document.head.append(link);
  }
  link.href = address;
}
