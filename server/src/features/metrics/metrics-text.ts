export type Labels = Record<string, string>;

export interface Sample {
  labels?: Labels;
  value: number;
  /** What a histogram puts behind its name: `_bucket`, `_sum` or `_count`. */
  suffix?: string;
}

export interface Metric {
  name: string;
  help: string;
  type: "counter" | "gauge" | "histogram";
  samples: Sample[];
}

export const metricsContentType = "text/plain; version=0.0.4; charset=utf-8";

/** The text that Prometheus reads. */
export function toMetricsText(metrics: Metric[]): string {
  return metrics.map(toBlock).join("");
}

/** For what is one number. */
export function single(type: "counter" | "gauge", name: string, help: string, value: number): Metric {
  return { name, help, type, samples: [{ value }] };
}

function toBlock({ name, help, type, samples }: Metric): string {
  const lines = samples.map(({ labels, value, suffix = "" }) => `${name}${suffix}${toLabelText(labels)} ${value}\n`);
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join("")}`;
}

function toLabelText(labels: Labels | undefined): string {
  if (!labels) return "";
  return `{${Object.entries(labels)
    .map(([name, value]) => `${name}="${escapeLabel(value)}"`)
    .join(",")}}`;
}

function escapeLabel(value: string): string {
  return value.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
}
