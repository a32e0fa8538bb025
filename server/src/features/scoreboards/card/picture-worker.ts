import { parentPort } from "node:worker_threads";
import { Resvg } from "@resvg/resvg-js";
import satori from "satori";
import { loadFonts } from "./fonts.ts";
import type { Order } from "./pictures.ts";

const fonts = loadFonts();

/** Lays out and paints in a thread of its own: a picture takes longer than anything else an instance does at once. */
async function draw({ piece, width, height }: Order): Promise<Uint8Array> {
  // Its types ask for React's elements; it reads any object with a type and props.
  const element = piece as unknown as Parameters<typeof satori>[0];
  const svg = await satori(element, { width, height, fonts: await fonts });
  return new Resvg(svg, { font: { loadSystemFonts: false } }).render().asPng();
}

parentPort?.on("message", ({ id, ...order }: Order & { id: number }) => {
  draw(order).then(
    (png) => parentPort?.postMessage({ id, png }, []),
    (error: unknown) => parentPort?.postMessage({ id, error: String(error) }, []),
  );
});
