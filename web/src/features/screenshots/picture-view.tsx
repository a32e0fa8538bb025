import { type ReactNode, useEffect, useRef, useState } from "react";
import styles from "./screenshots.module.css";
import type { Box } from "./types.ts";

/** The pictures as they can be drawn; null until they are open, and for those that cannot be. */
export function useBitmaps(files: File[]): (ImageBitmap | null)[] {
  const [opened, setOpened] = useState<ReadonlyMap<File, ImageBitmap>>(new Map());
  useEffect(() => {
    let isGone = false;
    const missing = files.filter((file) => !opened.has(file));
    // One after the other: ten at once are much memory on a phone.
    void (async () => {
      for (const file of missing) {
        const bitmap = await createBitmap(file);
        if (isGone) bitmap?.close();
        else if (bitmap) setOpened((known) => new Map(known).set(file, bitmap));
      }
    })();
    return () => {
      isGone = true;
    };
    // What is opened is known; only another choice of files opens more.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [files]);
  return files.map((file) => opened.get(file) ?? null);
}

async function createBitmap(file: File): Promise<ImageBitmap | null> {
  try {
    return await createImageBitmap(file);
  } catch {
    return null;
  }
}

interface CropProps {
  bitmap: ImageBitmap | null;
  /** The whole picture where it is left out. */
  box?: Box;
  /** Of the drawing, in pixels. */
  scale: number;
  label: string;
}

/** A part of a picture, drawn and not linked: the page loads no pictures of its own making. */
export function Crop({ bitmap, box, scale, label }: CropProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [left, top] = [box?.left ?? 0, box?.top ?? 0];
  const [width, height] = [box?.width ?? bitmap?.width ?? 1, box?.height ?? bitmap?.height ?? 1];
  useEffect(() => {
    const context = canvas.current?.getContext("2d");
    if (!bitmap || !context) return;
    context.imageSmoothingQuality = "high";
    context.drawImage(bitmap, left, top, width, height, 0, 0, width * scale, height * scale);
  }, [bitmap, left, top, width, height, scale]);
  return (
    <canvas
      ref={canvas}
      role="img"
      aria-label={label}
      className={styles.crop}
      width={Math.max(1, Math.round(width * scale))}
      height={Math.max(1, Math.round(height * scale))}
    />
  );
}

/** Twice as large as a phone of usual width showed it. */
export function cropScale(bitmap: ImageBitmap | null): number {
  return bitmap ? 780 / bitmap.width : 1;
}

interface WholePictureProps {
  bitmap: ImageBitmap | null;
  label: string;
  /** Drawn over the picture, in shares of it. */
  children?: ReactNode;
}

export function WholePicture({ bitmap, label, children }: WholePictureProps) {
  return (
    <div className={styles.whole}>
      <Crop bitmap={bitmap} scale={bitmap ? Math.min(1, 900 / bitmap.width) : 1} label={label} />
      {children}
    </div>
  );
}

/** The difference hash of a crop, 64 bits: whether each of 9 × 8 squares is darker than the next. */
export function hashCrop(bitmap: ImageBitmap | null, { left, top, width, height }: Box): string | null {
  if (!bitmap || !("OffscreenCanvas" in globalThis)) return null;
  const context = new OffscreenCanvas(9, 8).getContext("2d", { willReadFrequently: true });
  if (!context) return null;
  context.drawImage(bitmap, left, top, width, height, 0, 0, 9, 8);
  const { data } = context.getImageData(0, 0, 9, 8);
  const brightness = (x: number, y: number) => {
    const at = (y * 9 + x) * 4;
    return (data[at] ?? 0) + (data[at + 1] ?? 0) + (data[at + 2] ?? 0);
  };
  let bits = 0n;
  for (let y = 0; y < 8; y++) {
    for (let x = 0; x < 8; x++) bits = (bits << 1n) | (brightness(x, y) < brightness(x + 1, y) ? 1n : 0n);
  }
  return bits.toString(16).padStart(16, "0");
}

/** How many bits two crops of the same name may differ in. */
const nearBits = 5;

export function isSameCrop(one: string, other: string): boolean {
  const different = (BigInt(`0x${one}`) ^ BigInt(`0x${other}`)).toString(2).replaceAll("0", "");
  return different.length <= nearBits;
}
