import { type Box, type InkWay, PictureError } from "./types.ts";

/** Brightness of each pixel, row by row. */
export interface Gray {
  width: number;
  height: number;
  data: Uint8Array;
}

/** One picture, or one part of a tall one. */
export interface Picture {
  /** Which of the chosen files, from 0, and how far down in it this part begins. */
  index: number;
  top: number;
  light: Gray;
  /** The darkest channel: high where a pixel is nearly white. */
  white: Gray;
}

const megabyte = 1_000_000;
const largest = { bytes: 20 * megabyte, pixels: 40 * megabyte, width: 4_000 };
const smallestWidth = 500;
/** Captures that scroll are read in parts that overlap. */
const tall = { from: 3_200, part: 2_600, overlap: 400 };

/** Reads a chosen file as one picture, or as parts of a tall one. */
export async function openPicture(file: Blob, index: number): Promise<Picture[]> {
  if (file.size > largest.bytes) throw new PictureError("too_large", "This picture is larger than 20 MB");
  const bitmap = await decode(file);
  const { width, height } = bitmap;
  try {
    if (width < smallestWidth) {
      throw new PictureError("too_small", "Too small to read: send the original, not a preview");
    }
    if (width > largest.width || width * height > largest.pixels) {
      throw new PictureError("too_wide", "This picture has too many pixels. Crop to the list and try again");
    }
    const canvas = new OffscreenCanvas(width, height);
    const context = canvas.getContext("2d", { willReadFrequently: true });
    if (!context) throw new PictureError("not_a_picture", "Your browser has no memory left for this picture");
    context.drawImage(bitmap, 0, 0);
    return listParts(height).map(({ top, bottom }) => ({
      index,
      top,
      ...toGrays(context.getImageData(0, top, width, bottom - top)),
    }));
  } finally {
    bitmap.close();
  }
}

export function listParts(height: number): { top: number; bottom: number }[] {
  if (height <= tall.from) return [{ top: 0, bottom: height }];
  const parts = [];
  for (let top = 0; ; top += tall.part - tall.overlap) {
    const bottom = Math.min(height, top + tall.part);
    parts.push({ top, bottom });
    if (bottom === height) return parts;
  }
}

async function decode(file: Blob): Promise<ImageBitmap> {
  try {
    return await createImageBitmap(file);
  } catch {
    const start = new TextDecoder("latin1").decode(await file.slice(0, 32).arrayBuffer());
    if (/^.{4}ftyp.{0,16}(?:heic|heix|hevc|heim|heis|mif1|msf1)/s.test(start)) {
      throw new PictureError(
        "heic",
        "This is HEIC, which your browser cannot open. Take a screenshot, or save it as JPEG",
      );
    }
    throw new PictureError("not_a_picture", "This is not a picture that your browser can open");
  }
}

function toGrays({ width, height, data }: ImageData): { light: Gray; white: Gray } {
  const light = new Uint8Array(width * height);
  const white = new Uint8Array(width * height);
  for (let pixel = 0; pixel < light.length; pixel += 1) {
    const red = data[pixel * 4] ?? 0;
    const green = data[pixel * 4 + 1] ?? 0;
    const blue = data[pixel * 4 + 2] ?? 0;
    light[pixel] = (red * 77 + green * 150 + blue * 29) >> 8;
    white[pixel] = Math.min(red, green, blue);
  }
  return { light: { width, height, data: light }, white: { width, height, data: white } };
}

/** A part of an image at another size; each new pixel is the mean of what it covers, or lies between its neighbours. */
export function resize(image: Gray, box: Box, factor: number): Gray {
  const width = Math.max(1, Math.round(box.width * factor));
  const height = Math.max(1, Math.round(box.height * factor));
  const across = weigh(box.left, box.width, width, image.width);
  const down = weigh(box.top, box.height, height, image.height);
  const data = new Uint8Array(width * height);
  // One line of the image at a time: first down, then across.
  const line = new Float64Array(image.width);
  const [first, last] = [across.at[0] ?? 0, across.at.at(-1) ?? 0];
  for (let y = 0; y < height; y += 1) {
    line.fill(0, first, last + 1);
    for (let index = down.starts[y] ?? 0; index < (down.starts[y + 1] ?? 0); index += 1) {
      const share = down.shares[index] ?? 0;
      const start = (down.at[index] ?? 0) * image.width;
      for (let x = first; x <= last; x += 1) line[x] = (line[x] ?? 0) + (image.data[start + x] ?? 0) * share;
    }
    for (let x = 0; x < width; x += 1) {
      let sum = 0;
      const end = across.starts[x + 1] ?? 0;
      for (let index = across.starts[x] ?? 0; index < end; index += 1) {
        sum += (line[across.at[index] ?? 0] ?? 0) * (across.shares[index] ?? 0);
      }
      data[y * width + x] = Math.round(sum);
    }
  }
  return { width, height, data };
}

interface Weights {
  /** Where the old pixels of each new one begin in `at` and `shares`; one more than there are new pixels. */
  starts: Int32Array;
  at: Int32Array;
  shares: Float64Array;
}

/** Which old pixels make each new one, with shares that add up to 1; beyond the edge the last one goes on. */
function weigh(start: number, length: number, count: number, limit: number): Weights {
  const step = length / count;
  const reach = Math.max(1, step);
  const starts = new Int32Array(count + 1);
  const at: number[] = [];
  const shares: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const middle = start + (index + 0.5) * step - 0.5;
    let sum = 0;
    for (let old = Math.ceil(middle - reach); old <= Math.floor(middle + reach); old += 1) {
      const share = 1 - Math.abs(old - middle) / reach;
      if (share <= 0) continue;
      at.push(Math.min(limit - 1, Math.max(0, old)));
      shares.push(share);
      sum += share;
    }
    starts[index + 1] = at.length;
    for (let own = starts[index] ?? 0; own < at.length; own += 1) shares[own] = (shares[own] ?? 0) / sum;
  }
  return { starts, at: Int32Array.from(at), shares: Float64Array.from(shares) };
}

/** How much each pixel differs from those around it, dark on white: light and dark text look alike. */
export function toContrast({ width, height, data }: Gray, reach = 26, gain = 2.2): Gray {
  const sums = new Float64Array((width + 1) * (height + 1));
  for (let y = 0; y < height; y += 1) {
    let row = 0;
    for (let x = 0; x < width; x += 1) {
      row += data[y * width + x] ?? 0;
      sums[(y + 1) * (width + 1) + x + 1] = (sums[y * (width + 1) + x + 1] ?? 0) + row;
    }
  }
  const out = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1) {
    const top = Math.max(0, y - reach) * (width + 1);
    const bottom = Math.min(height, y + reach + 1) * (width + 1);
    for (let x = 0; x < width; x += 1) {
      const left = Math.max(0, x - reach);
      const right = Math.min(width, x + reach + 1);
      const sum =
        (sums[bottom + right] ?? 0) - (sums[top + right] ?? 0) - (sums[bottom + left] ?? 0) + (sums[top + left] ?? 0);
      const mean = sum / (((bottom - top) / (width + 1)) * (right - left));
      out[y * width + x] = 255 - Math.min(255, Math.abs((data[y * width + x] ?? 0) - mean) * gain);
    }
  }
  return { width, height, data: out };
}

const lines = { most: 5, around: 3, covered: 0.25, blank: 0.06, inkBelow: 190 };

/** Without the lines between rows: dashes in a row would be read as text, and take longer than all of it. */
export function eraseLines({ width, height, data }: Gray): Gray {
  const covered = Array.from({ length: height }, (_, y) => {
    let ink = 0;
    for (let x = 0; x < width; x += 1) if ((data[y * width + x] ?? 255) < lines.inkBelow) ink += 1;
    return ink / width;
  });
  const isBlank = (y: number) => (covered[y] ?? 0) < lines.blank;
  const out = data.slice();
  for (let top = 0; top < height; top += 1) {
    if ((covered[top] ?? 0) < lines.covered) continue;
    let bottom = top;
    while ((covered[bottom + 1] ?? 0) >= lines.covered) bottom += 1;
    // The ink of letters goes on above and below.
    const isLine = bottom - top < lines.most && isBlank(top - lines.around) && isBlank(bottom + lines.around);
    if (isLine) out.fill(255, Math.max(0, top - lines.around) * width, (bottom + lines.around + 1) * width);
    top = bottom;
  }
  return { width, height, data: out };
}

/** Nearly white pixels alone, dark on white: the fill of letters with an outline. */
export function toFill({ width, height, data }: Gray): Gray {
  return { width, height, data: data.map((value) => 255 - clamp((value - 150) / 75)) };
}

/** The text of a crop dark on white: from the usual brightness of its ground to that of its ink. */
export function toInk({ width, height, data }: Gray): Gray & { contrast: number } {
  const sorted = data.toSorted();
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  const [darkest, ground, lightest] = [at(0.005), at(0.5), at(0.995)];
  const isLight = lightest - ground > ground - darkest;
  const range = Math.max(24, isLight ? lightest - ground : ground - darkest);
  const out = data.map((value) => 255 - clamp((isLight ? value - ground : ground - value) / range));
  return { width, height, data: out, contrast: range };
}

const clamp = (share: number) => Math.min(1, Math.max(0, share)) * 255;

/** A crop as one of the two ways shows it, at a size. */
export function crop(picture: Picture, box: Box, way: InkWay, factor: number): Gray {
  return way === "fill" ? toFill(resize(picture.white, box, factor)) : toInk(resize(picture.light, box, factor));
}

/** In heights of the line: how far it reaches from its middle, and what of it may stand apart, such as dots and marks. */
const lineOf = { reach: 0.72, gap: 0.14 };

/** The line of text in the middle of a crop: what stands above and below belongs to other lines. */
export function keepMiddleLine({ width, height, data }: Gray, lineHeight: number): Gray {
  const hasInk = Array.from({ length: height }, (_, y) => {
    let ink = 0;
    for (let x = 0; x < width; x += 1) if ((data[y * width + x] ?? 255) < 128) ink += 1;
    return ink >= 2;
  });
  const middle = Math.floor(height / 2);
  const reach = Math.min(middle, Math.round(lineHeight * lineOf.reach));
  const findEnd = (step: 1 | -1) => {
    let end = middle;
    for (let y = middle, blank = 0; Math.abs(y - middle) <= reach; y += step) {
      blank = hasInk[y] ? 0 : blank + 1;
      if (blank === 0) end = y;
      // In the middle of a line there may be nothing, as in a dash below it.
      else if (blank > lineHeight * lineOf.gap && Math.abs(y - middle) > lineHeight * 0.3) break;
    }
    return end;
  };
  const [top, bottom] = [findEnd(-1) - 2, findEnd(1) + 2];
  const out = data.slice();
  out.fill(255, 0, Math.max(0, top) * width);
  out.fill(255, Math.min(height, bottom + 1) * width);
  return { width, height, data: out };
}

const gap = 26;

/** Crops one below the other on white, with the height at which each begins. */
export function stack(images: Gray[]): Gray & { tops: number[] } {
  const width = Math.max(1, ...images.map((image) => image.width)) + gap * 2;
  const height = images.reduce((sum, image) => sum + image.height + gap, gap);
  const data = new Uint8Array(width * height).fill(255);
  const tops: number[] = [];
  let top = gap;
  for (const image of images) {
    tops.push(top);
    for (let y = 0; y < image.height; y += 1) {
      data.set(image.data.subarray(y * image.width, (y + 1) * image.width), (top + y) * width + gap);
    }
    top += image.height + gap;
  }
  return { width, height, data, tops };
}
