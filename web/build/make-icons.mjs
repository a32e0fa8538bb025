// Draws the PNG icons and the social card into web/public; run it by hand, with CHROMIUM_PATH set, after the mark or
// the palette has changed.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const inPublic = (name) => fileURLToPath(new URL(`../public/${name}`, import.meta.url));
const font = readFileSync(
  fileURLToPath(import.meta.resolve("@fontsource-variable/fraunces/files/fraunces-latin-wght-normal.woff2")),
).toString("base64");

const mark = (size, width) =>
  `<svg width="${size}" height="${size}" viewBox="0 0 24 24" fill="none" stroke="#fffdf8" stroke-width="${width}"
    stroke-linecap="round" stroke-linejoin="round"><path d="M4 3.5h16v8.7c0 4.2-3 7-8 8.8-5-1.8-8-4.6-8-8.8Z"/>
    <path d="M8.5 10.5v3M12 8v8M15.5 9.5v4"/></svg>`;

const icon = (share, radius) => (size) =>
  `<div style="display:grid;place-items:center;width:100vw;height:100vh;background:#4a6b4f;border-radius:${radius}">
    ${mark(size * share, 1.9)}</div>`;

const step = (rank, initials, color, height) =>
  `<div style="display:grid;justify-items:center;gap:20px"><b class="avatar" style="background:${color}">${initials}</b>
    <i style="height:${height}px;background:${rank === 1 ? "#2f4833" : "#4a6b4f"}">${rank}</i></div>`;

const card = () => `<style>
  @font-face { font-family: Fraunces; font-weight: 100 900; src: url(data:font/woff2;base64,${font}) }
  main { display: flex; gap: 56px; align-items: end; height: 100vh; padding: 0 72px; background: #f8f3e8 }
  header { flex: 1; align-self: center }
  h1 { display: flex; gap: 20px; align-items: center; margin: 0; font: 600 44px Fraunces; color: #2f4833 }
  h1 span { display: grid; padding: 12px; border-radius: 18px; background: #4a6b4f }
  p { margin: 36px 0 0; font: 600 62px/1.12 Fraunces; color: #2b2a26 }
  i { display: grid; place-items: center; width: 136px; border-radius: 18px 18px 0 0; font: 600 44px Fraunces; color: #fffdf8 }
  .avatar { display: grid; place-items: center; width: 104px; height: 104px; border: 6px solid #fffdf8; border-radius: 50%; font: 600 36px sans-serif; color: #fff }
  </style><main><header><h1><span>${mark(52, 1.9)}</span>Clanhall</h1><p>Your clan’s numbers, off the spreadsheet</p></header>
  <div style="display:flex;gap:14px;align-items:end">${step(2, "BI", "#7d5f3c", 190)}${step(1, "Ae", "#4a6b4f", 280)}
  ${step(3, "Co", "#275f8a", 130)}</div></main>`;

const pictures = [
  { name: "icon-192.png", width: 192, height: 192, draw: icon(0.66, "24%") },
  { name: "icon-512.png", width: 512, height: 512, draw: icon(0.66, "24%") },
  { name: "icon-maskable-512.png", width: 512, height: 512, draw: icon(0.5, "0") },
  { name: "apple-touch-icon.png", width: 180, height: 180, draw: icon(0.62, "0") },
  { name: "social-card.png", width: 1200, height: 630, draw: card },
];

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH,
  args: ["--no-sandbox", "--disable-gpu"],
});
for (const { name, width, height, draw } of pictures) {
  const page = await browser.newPage({ viewport: { width, height } });
  await page.setContent(`<style>* { box-sizing: border-box } body { margin: 0 }</style>${draw(width)}`);
  await page.evaluate(() => document.fonts.ready);
  await page.screenshot({ path: inPublic(name), omitBackground: true });
}
await browser.close();
