import { monitorEventLoopDelay } from "node:perf_hooks";
import { version } from "../../version.ts";
import { type Metric, single } from "./metrics-text.ts";

/** Delays are those since the last reading. */
export function watchProcess(): { read: () => Metric[]; stop: () => void } {
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();

  /** Nothing has been measured at the very start, and what is not a number is no delay. */
  const toSeconds = (nanoseconds: number) => (Number.isFinite(nanoseconds) ? nanoseconds / 1e9 : 0);
  const readDelay = (): Metric => {
    const quantiles = [
      { quantile: "0.5", value: delay.percentile(50) },
      { quantile: "0.99", value: delay.percentile(99) },
      { quantile: "1", value: delay.max },
    ];
    delay.reset();
    return {
      name: "clanhall_event_loop_delay_seconds",
      help: "Time between two turns of the event loop since the last reading; about 0.02 is rest.",
      type: "gauge",
      samples: quantiles.map(({ quantile, value }) => ({ labels: { quantile }, value: toSeconds(value) })),
    };
  };

  return { read: () => [...readProcess(), readDelay()], stop: () => delay.disable() };
}

function readProcess(): Metric[] {
  const { rss, heapUsed, external } = process.memoryUsage();
  const { user, system } = process.cpuUsage();
  const startedAt = Date.now() / 1000 - process.uptime();
  return [
    {
      name: "clanhall_build_info",
      help: "The running release.",
      type: "gauge",
      samples: [{ labels: { version }, value: 1 }],
    },
    single("counter", "process_cpu_seconds_total", "Processor time used, in seconds.", (user + system) / 1e6),
    single("gauge", "process_resident_memory_bytes", "Memory the process holds.", rss),
    single("gauge", "process_start_time_seconds", "When the process started, in Unix seconds.", Math.round(startedAt)),
    single("gauge", "process_uptime_seconds", "How long the process has been running.", process.uptime()),
    single("gauge", "clanhall_heap_used_bytes", "Memory in use by JavaScript objects.", heapUsed),
    single("gauge", "clanhall_external_memory_bytes", "Memory in use by buffers outside of the heap.", external),
  ];
}
