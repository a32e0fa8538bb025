const width = 80;
const height = 24;
const margin = 3;

/** A small trend line; decorative, so the numbers behind it must be readable elsewhere. */
export function Sparkline({ values }: { values: number[] }) {
  const points = toPoints(values);
  const last = points.at(-1) ?? [0, 0];
  return (
    <svg className="spark" width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <polyline points={points.map((point) => point.join()).join(" ")} />
      <circle cx={last[0]} cy={last[1]} r="2.5" />
    </svg>
  );
}

function toPoints(values: number[]): [number, number][] {
  const low = Math.min(...values);
  const range = Math.max(...values) - low || 1;
  const step = (width - 2 * margin) / Math.max(1, values.length - 1);
  return values.map((value, index) => [
    Math.round(margin + index * step),
    Math.round(height - margin - ((value - low) / range) * (height - 2 * margin)),
  ]);
}
