import { addressTag, pages, type PageKey, pageTitle, productName } from "@clanhall/contract/pages";
import { defaultTheme, themes } from "@clanhall/contract/themes";
import { escapeHtml } from "../escape-html.ts";

interface Head {
  title: string;
  description: string;
  robots: string;
  url: string;
  image: string;
}

export function pageHeadTags(key: PageKey, path: string, publicUrl: string): string {
  const { name, description, robots } = pages[key];
  const url = publicUrl + (path === "/" ? path : path.replace(/(?<!\/)\/+$/, ""));
  const tags = headTags({ title: pageTitle(name), description, robots, url, image: `${publicUrl}/social-card.png` });
  return `${tags}\n${meta("name", addressTag, publicUrl)}`;
}

/** The tags a link preview or a search engine reads: they are right before any script has run. */
export function headTags({ title, description, robots, url, image }: Head): string {
  return [
    `<title>${escapeHtml(title)}</title>`,
    meta("name", "description", description),
    meta("name", "robots", robots),
    `<link rel="canonical" href="${escapeHtml(url)}">`,
    meta("property", "og:type", "website"),
    meta("property", "og:site_name", productName),
    meta("property", "og:title", title),
    meta("property", "og:description", description),
    meta("property", "og:url", url),
    meta("property", "og:image", image),
    meta("name", "twitter:card", "summary_large_image"),
    meta("name", "twitter:title", title),
    meta("name", "twitter:description", description),
    meta("name", "twitter:image", image),
    meta("name", "theme-color", themes[defaultTheme].colors.primary),
    '<link rel="icon" href="/favicon.svg" type="image/svg+xml">',
    '<link rel="apple-touch-icon" href="/apple-touch-icon.png">',
    '<link rel="manifest" href="/manifest.webmanifest">',
  ].join("\n");
}

function meta(attribute: "name" | "property", name: string, content: string): string {
  return `<meta ${attribute}="${name}" content="${escapeHtml(content)}">`;
}
