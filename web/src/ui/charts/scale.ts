/** The smallest of 1, 2, 2.5 and 5 times a power of ten that is not below a number. */
function niceStep(rough: number): number {
  const power = 10 ** Math.floor(Math.log10(rough));
  const factor = [1, 2, 2.5, 5, 10].find((step) => step * power >= rough * (1 - 1e-9)) ?? 10;
  return factor * power;
}

/** A few round numbers that hold all the values between the first and the last of them; zero is always among them. */
export function niceTicks(values: number[], count = 4): number[] {
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)];
  const step = niceStep((high - low || 1) / count);
  const [first, last] = [Math.floor(low / step + 1e-9), Math.ceil((high === low ? 1 : high) / step - 1e-9)];
  const steps = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  return steps.map((at) => Number((at * step).toPrecision(12)));
}

/** Where a number stands between two ends, on a line between two others. */
export function toScale([low, high]: [number, number], [start, end]: [number, number]): (value: number) => number {
  const span = high - low || 1;
  return (value) => start + ((value - low) / span) * (end - start);
}

/** Which of many labels have room: evenly spread, the last one always. */
export function spreadLabels(count: number, room: number): number[] {
  const every = Math.max(1, Math.ceil(count / Math.max(1, room)));
  return Array.from({ length: count }, (_, index) => index).filter((index) => (count - 1 - index) % every === 0);
}

/** The path of a line. Where there is no value it goes on to the next. */
export function linePath(points: ({ x: number; y: number } | null)[]): string {
  const known = points.filter((point) => point !== null);
  return known.map(({ x, y }, index) => `${index === 0 ? "M" : "L"}${round(x)} ${round(y)}`).join("");
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
