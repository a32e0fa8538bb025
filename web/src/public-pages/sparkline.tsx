/** As fine as the line has to be: with one digit for each number, long boards stay small. */
const levels = 9;

/** A small trend line with gaps where nothing counted; decorative, so what it says must be readable elsewhere. */
export function Sparkline({ values }: { values: (number | null)[] }) {
  const heights = toHeights(values);
  const last = heights.findLastIndex((height) => height !== null);
  if (last === -1) return null;
  const steps = Math.max(1, values.length - 1);
  return (
    <svg className="spark" viewBox={`0 0 ${steps} ${levels}`} preserveAspectRatio="none" aria-hidden="true">
      <path d={toPath(heights)} />
      <path className="end" d={`M${last} ${heights[last]}h0`} />
    </svg>
  );
}

/** From 0 at the top. */
function toHeights(values: (number | null)[]): (number | null)[] {
  const numbers = values.filter((value) => value !== null);
  const low = Math.min(...numbers);
  const range = Math.max(...numbers) - low;
  return values.map((value) => {
    if (value === null) return null;
    return range > 0 ? Math.round(levels - ((value - low) / range) * levels) : Math.round(levels / 2);
  });
}

/** A value between two gaps is a line of no length, which round ends make a dot. */
function toPath(heights: (number | null)[]): string {
  return heights
    .map((height, day) => {
      if (height === null) return "";
      const isStart = (heights[day - 1] ?? null) === null;
      return `${isStart ? "M" : " "}${day} ${height}${isStart && (heights[day + 1] ?? null) === null ? "h0" : ""}`;
    })
    .join("");
}
