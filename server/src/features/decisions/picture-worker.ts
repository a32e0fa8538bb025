import { Resvg } from "@resvg/resvg-js";
import { invalidField } from "../../errors.ts";
import { asTask } from "../../workers/task.ts";

/** Pixels of a picture that is read, and the longer side of the one that is kept. */
const pixelsMax = 40_000_000;
const sideMax = 1600;

/**
 * Draws a picture anew, so that nothing but its pixels is kept: no place, no device, nothing that hides in a file.
 * Runs in a worker thread.
 */
export const redrawPicture = asTask((bytes: Uint8Array): Uint8Array => {
  const file = Buffer.from(bytes);
  const found = readPngSize(file) ?? readJpegSize(file);
  if (!found || found.width < 1 || found.height < 1) throw invalid("Attach a PNG or JPEG picture.");
  const { type, width, height } = found;
  if (width * height > pixelsMax) throw invalid("This picture has too many pixels.");
  const scale = Math.min(1, sideMax / Math.max(width, height));
  const size = `width="${Math.max(1, Math.round(width * scale))}" height="${Math.max(1, Math.round(height * scale))}"`;
  const href = `data:${type};base64,${file.toString("base64")}`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" ${size}><image ${size} href="${href}"/></svg>`;
  const drawn = new Resvg(svg, { font: { loadSystemFonts: false } }).render();
  // What cannot be decoded is left out without a word, and then nothing is drawn.
  if (drawn.pixels.every((byte) => byte === 0)) throw invalid("This picture cannot be read.");
  return drawn.asPng();
});

const invalid = (message: string) => invalidField("pictures", message);

const pngStart = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

function readPngSize(file: Buffer) {
  if (file.length < 33 || !file.subarray(0, 8).equals(pngStart)) return null;
  return { type: "image/png", width: file.readUInt32BE(16), height: file.readUInt32BE(20) };
}

/** The size is in the first frame header; the segments before it are skipped by their lengths. */
function readJpegSize(file: Buffer) {
  if (file.length < 4 || file.readUInt16BE(0) !== 0xff_d8) return null;
  let at = 2;
  while (at + 9 < file.length) {
    if (file[at] !== 0xff) return null;
    const marker = file.readUInt8(at + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { type: "image/jpeg", height: file.readUInt16BE(at + 5), width: file.readUInt16BE(at + 7) };
    at += marker === 0xff ? 1 : 2 + file.readUInt16BE(at + 2);
  }
  return null;
}
