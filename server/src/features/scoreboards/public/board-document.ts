import { pages, pageTitle } from "@clanhall/contract/pages";
import type { BoardView } from "@clanhall/contract/public-scoreboards";
import type { PublicStandings } from "@clanhall/contract/standings";
import { toAnalytics } from "../../../http/documents.ts";
import { headTags } from "../../../http/head.ts";
import type { Site } from "../../../http/pages.ts";

const { name, robots, description } = pages.publicScoreboard;
/** People who write a link to Discord or Slack see about as much. */
const descriptionMax = 200;
const graphemes = new Intl.Segmenter("und", { granularity: "grapheme" });

/** A whole page of a board. Only an open one names what it is about. */
export function boardDocument({ web, config, publicUrl }: Site, view: BoardView, path: string): string {
  const { publicPages, boardScript, appFiles } = web;
  // Inside another site there is no way into the app, and nobody is counted.
  const about = view.is_embedded ? "" : ` data-prefetch="${appFiles.join(" ")}"${toAnalytics(config)}`;
  const url = publicUrl + path;
  const head =
    view.state === "open"
      ? { ...tellOf(view.standings), image: toCardUrl(publicUrl, view.token, view.standings.version) }
      : { title: pageTitle(name), description, image: `${publicUrl}/social-card.png` };
  return [
    `<!doctype html><html lang="en"${about}><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    headTags({ ...head, robots, url }),
    `<script>${publicPages.bootScript}</script>`,
    `<style>${publicPages.boardStyles}</style>`,
    `<script type="module" src="${boardScript}"></script>`,
    `</head><body>${publicPages.renderBoard(view, config)}</body></html>`,
  ].join("\n");
}

function toCardUrl(publicUrl: string, token: string, version: string): string {
  return `${publicUrl}/api/public/scoreboards/${token}/card.png?v=${version}`;
}

function tellOf({ board, rows, has_results }: PublicStandings) {
  const leaders = has_results ? rows.filter(({ rank }) => rank <= 3).slice(0, 3) : [];
  const podium = leaders.map(({ rank, name: player }) => `${rank}. ${player}`).join(", ");
  const sentences = [board.description, board.period.label, podium].filter(Boolean).join(" · ");
  return { title: `${board.title} – ${board.clan.name}`, description: shorten(sentences) };
}

function shorten(text: string): string {
  const line = text.replaceAll(/\s+/g, " ");
  const letters = Array.from(graphemes.segment(line), ({ segment }) => segment);
  return letters.length <= descriptionMax ? line : `${letters.slice(0, descriptionMax - 1).join("")}…`;
}
