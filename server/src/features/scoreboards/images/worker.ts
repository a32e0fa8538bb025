import { Resvg } from "@resvg/resvg-js";
import satori from "satori";
import { asTask } from "../../../workers/task.ts";
import type { Piece } from "./pictures.ts";
import { loadFonts } from "./fonts.ts";

/** What to draw, and how large. */
export interface Order {
  piece: Piece;
  width: number;
  height: number;
}

const fonts = loadFonts();

/** Lays out and paints. Runs in a worker thread. */
export const drawPicture = asTask(async ({ piece, width, height }: Order): Promise<Uint8Array> => {
  // Its types ask for React's elements; it reads any object with a type and props.
  const element = piece as unknown as Parameters<typeof satori>[0];
  const svg = await satori(element, { width, height, fonts: await fonts });
  return new Resvg(svg, { font: { loadSystemFonts: false } }).render().asPng();
});
