/** The first that fits counts: nearly every browser also names the ones it descends from. */
const browsers: [name: string, sign: RegExp][] = [
  ["Edge", /\bEdg(e|A|iOS)?\//],
  ["Opera", /\b(OPR|OPT|Opera)\//],
  ["Firefox", /\b(Firefox|FxiOS)\//],
  ["Chrome", /\b(Chrome|CriOS)\//],
  ["Safari", /\bVersion\/[\d.]+.* Safari\//],
];

const systems: [name: string, sign: RegExp][] = [
  ["iPhone", /\biPhone\b/],
  ["iPad", /\biPad\b/],
  ["Android", /\bAndroid\b/],
  ["Windows", /\bWindows\b/],
  ["macOS", /\bMac OS X\b/],
  ["Linux", /\bLinux\b/],
];

/** What people recognise a place by where they signed in, such as "Firefox on Windows". */
export function toDevice(userAgent: string | null): string {
  const named = [browsers, systems].flatMap((list) => list.find(([, sign]) => sign.test(userAgent ?? ""))?.[0] ?? []);
  return named.join(" on ") || "Unknown device";
}
