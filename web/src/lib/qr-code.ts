import { renderSVG } from "uqr";

/** The source of an image that shows a text as a QR code. */
export function toQrImage(text: string): string {
  return `data:image/svg+xml,${encodeURIComponent(renderSVG(text, { border: 2 }))}`;
}
