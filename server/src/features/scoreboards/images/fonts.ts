import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

/** Each file holds the letters of some scripts; satori looks for a letter in one after the other. */
const files = [
  ["Inter", "inter", ["latin", "latin-ext", "cyrillic", "cyrillic-ext", "greek", "vietnamese"], [400, 700]],
  ["Fraunces", "fraunces", ["latin", "latin-ext"], [600]],
  ["Arabic", "noto-sans-arabic", ["arabic"], [400, 700]],
  ["Hebrew", "noto-sans-hebrew", ["hebrew"], [400, 700]],
] as const;

/** The fonts that pictures are drawn with, from the packages that bring them. */
export function loadFonts() {
  return Promise.all(
    files.flatMap(([family, folder, scripts, weights]) =>
      scripts.flatMap((script) =>
        weights.map(async (weight) => ({
          // Families of one name hide each other's letters: those after the first are named for their script.
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
