import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { Resvg } from "@resvg/resvg-js";
import satori from "satori";
import { asTask } from "../../../workers/task.ts";
import type { Piece } from "./pictures.ts";

export interface Image {
  piece: Piece;
  width: number;
  height: number;
}

/** Each file has the characters of some scripts; satori searches them in this order. */
const fontFiles = [
  ["Inter", "inter", ["latin", "latin-ext", "cyrillic", "cyrillic-ext", "greek", "vietnamese"], [400, 700]],
  ["Fraunces", "fraunces", ["latin", "latin-ext"], [600]],
  ["Arabic", "noto-sans-arabic", ["arabic"], [400, 700]],
  ["Hebrew", "noto-sans-hebrew", ["hebrew"], [400, 700]],
] as const;

function loadFonts() {
  return Promise.all(
    fontFiles.flatMap(([family, folder, scripts, weights]) =>
      scripts.flatMap((script) =>
        weights.map(async (weight) => ({
          // Families of the same name hide each other's characters: those after the first are named by their script.
          name: script === "latin" || script === "arabic" || script === "hebrew" ? family : `${family} ${script}`,
          weight,
          style: "normal" as const,
          data: await readFile(pathOf(`@fontsource/${folder}/files/${folder}-${script}-${weight}-normal.woff`)),
        })),
      ),
    ),
  );
}

function pathOf(file: string): string {
  return fileURLToPath(import.meta.resolve(file));
}

const fonts = loadFonts();

/** Runs in a worker thread. */
export const drawPicture = asTask(async ({ piece, width, height }: Image): Promise<Uint8Array> => {
  // Its types ask for React's elements; it reads any object with a type and props.
  const element = piece as unknown as Parameters<typeof satori>[0];
  const svg = await satori(element, { width, height, fonts: await fonts });
  return new Resvg(svg, { font: { loadSystemFonts: false } }).render().asPng();
});
