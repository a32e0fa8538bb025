import { useElementWidth } from "../../lib/media.ts";
import { type KeyboardEvent, type PointerEvent, useState } from "react";
import { iconColors } from "../icon-badge.tsx";
import { Muted, Row } from "../core/layout.tsx";
import layout from "../core/layout.module.css";
import styles from "./charts.module.css";
import { linePath, niceTicks, spreadLabels, toScale } from "./scale.ts";

export interface ChartLine {
  key: string;
  name: string;
  values: (number | null)[];
  /** What the others are held against: without marks, the mean dashed and the target dotted. */
  guide?: "mean" | "target";
}

interface LineChartProps {
  label: string;
  /** What stands below the lines, one for each value. */
  columns: string[];
  lines: ChartLine[];
  format: (value: number) => string;
}

const height = 280;
const edge = { top: 12, right: 40, bottom: 32, left: 60 };
const colours = [
  iconColors.ocean,
  iconColors.rust,
  iconColors.violet,
  iconColors.moss,
  iconColors.rose,
  iconColors.amber,
] as string[];

/** Lines over time. What stands under the pointer, or where the arrow keys lead, is read out below. */
export function LineChart({ label, columns, lines, format }: LineChartProps) {
  const { ref, width: measured } = useElementWidth();
  const [at, setAt] = useState<number | null>(null);
  const width = Math.max(280, measured || 640);
  const ticks = niceTicks(lines.flatMap(({ values }) => values.filter((value) => value !== null)));
  const x = toScale([0, Math.max(1, columns.length - 1)], [edge.left, width - edge.right]);
  const y = toScale([ticks[0] ?? 0, ticks.at(-1) ?? 1], [height - edge.bottom, edge.top]);
  const last = columns.length - 1;
  const find = ({ clientX, currentTarget }: PointerEvent<SVGElement>) => {
    const inside = clientX - currentTarget.getBoundingClientRect().left - edge.left;
    const step = (width - edge.left - edge.right) / Math.max(1, last);
    setAt(Math.min(last, Math.max(0, Math.round(inside / step))));
  };
  const walk = (event: KeyboardEvent) => {
    const from = at ?? last;
    const to = { ArrowLeft: from - 1, ArrowRight: from + 1, Home: 0, End: last }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    setAt(Math.min(last, Math.max(0, to)));
  };
  return (
    <div ref={ref} className={layout.stack} data-gap={3}>
      <svg
        role="slider"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={at ?? last}
        aria-valuetext={readOut(lines, columns, at ?? last, format)}
        className={styles.lines}
        width={width}
        height={height}
        tabIndex={0}
        onPointerMove={find}
        onPointerDown={find}
        onKeyDown={walk}
      >
        <Axes ticks={ticks} y={y} x={x} width={width} columns={columns} format={format} />
        {at !== null && <line className={styles.cursor} x1={x(at)} x2={x(at)} y1={edge.top} y2={y(ticks[0] ?? 0)} />}
        {lines.map((line, index) => (
          <Line key={line.key} line={line} index={index} x={x} y={y} at={at} />
        ))}
      </svg>
      <Legend lines={lines} columns={columns} at={at} format={format} />
    </div>
  );
}

type Scale = (value: number) => number;

interface AxesProps {
  ticks: number[];
  columns: string[];
  width: number;
  x: Scale;
  y: Scale;
  format: (value: number) => string;
}

function Axes({ ticks, columns, width, x, y, format }: AxesProps) {
  const shown = spreadLabels(columns.length, Math.floor((width - edge.left) / 96));
  return (
    <g className={styles.axes}>
      {ticks.map((tick) => (
        <g key={tick}>
          <line x1={edge.left} x2={width - edge.right} y1={y(tick)} y2={y(tick)} data-zero={tick === 0 || undefined} />
          <text x={edge.left - 10} y={y(tick)} dy="0.32em" textAnchor="end">
            {format(tick)}
          </text>
        </g>
      ))}
      {shown.map((index) => (
        <text
          key={index}
          x={index === columns.length - 1 ? width : x(index)}
          y={height - 10}
          textAnchor={index === columns.length - 1 ? "end" : "middle"}
        >
          {columns[index]}
        </text>
      ))}
    </g>
  );
}

interface LineProps {
  line: ChartLine;
  index: number;
  x: Scale;
  y: Scale;
  at: number | null;
}

function Line({ line: { values, guide }, index, x, y, at }: LineProps) {
  const points = values.map((value, position) => (value === null ? null : { x: x(position), y: y(value) }));
  const marked = points.filter((point, position) => point && (points.length <= 31 || position === at));
  return (
    <g className={styles.line} data-guide={guide} style={{ color: colourOf(index, guide) }}>
      <path d={linePath(points)} />
      {marked.map((point) => point && !guide && <Marker key={point.x} index={index} {...point} />)}
    </g>
  );
}

/** Each line has a shape of its own, so that its colour is not its only sign. */
const shapes = [
  "M-4 0A4 4 0 1 1 4 0A4 4 0 1 1 -4 0Z",
  "M-3.5 -3.5H3.5V3.5H-3.5Z",
  "M0 -5L4.6 3.5H-4.6Z",
  "M0 -5L5 0L0 5L-5 0Z",
  "M0 5L4.6 -3.5H-4.6Z",
  "M-4 -1.4H-1.4V-4H1.4V-1.4H4V1.4H1.4V4H-1.4V1.4H-4Z",
];

function Marker({ index, x, y }: { index: number; x: number; y: number }) {
  return <path className={styles.marker} d={shapes[index % shapes.length]} transform={`translate(${x} ${y})`} />;
}

function colourOf(index: number, guide: ChartLine["guide"]): string | undefined {
  if (guide) return guide === "mean" ? "var(--text-primary)" : "var(--success)";
  return colours[index % colours.length];
}

/** What the lines say at one place, in words. */
function readOut(lines: ChartLine[], columns: string[], at: number, format: (value: number) => string): string {
  const texts = lines.map(({ name, values }) => {
    const value = values[at] ?? null;
    return `${name} ${value === null ? "nothing" : format(value)}`;
  });
  return `${columns[at] ?? ""}: ${texts.join(", ")}`;
}

interface LegendProps {
  lines: ChartLine[];
  columns: string[];
  at: number | null;
  format: (value: number) => string;
}

/** Which line is which, and what it says at the place that is pointed at. */
function Legend({ lines, columns, at, format }: LegendProps) {
  const position = at ?? columns.length - 1;
  return (
    <div>
      <Muted as="p" className={styles.where}>
        {columns[position]}
      </Muted>
      <Row as="ul" gap={4} size="sm">
        {lines.map(({ key, name, values, guide }, index) => {
          const value = values[position] ?? null;
          return (
            <Row as="li" gap={2} key={key}>
              <svg
                className={styles.line}
                data-guide={guide}
                style={{ color: colourOf(index, guide) }}
                width="28"
                height="14"
                aria-hidden
              >
                <path d="M0 7H28" />
                {!guide && <Marker index={index} x={14} y={7} />}
              </svg>
              {name} <strong>{value === null ? "–" : format(value)}</strong>
            </Row>
          );
        })}
      </Row>
    </div>
  );
}
