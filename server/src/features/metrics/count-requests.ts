import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Labels, Metric, Sample } from "./metrics-text.ts";

/** Seconds. */
const bounds = [0.005, 0.025, 0.1, 0.5, 2.5];

interface Durations {
  labels: Labels;
  /** How many answers each bound was the first to cover; the last place is for those that no bound covers. */
  counts: number[];
  sum: number;
}

/** Counts answers by pattern of their route, never by address. To be called before anything that adds routes. */
export function countRequests(app: FastifyInstance): () => Metric[] {
  const answers = new Map<string, { labels: Labels; value: number }>();
  const durations = new Map<string, Durations>();

  app.addHook("onResponse", (request, reply, done) => {
    if (!isStream(request, reply)) count(request, reply);
    done();
  });

  function count({ method, routeOptions }: FastifyRequest, { statusCode, elapsedTime }: FastifyReply) {
    const route = routeOptions.url ?? "none";
    const status = `${Math.floor(statusCode / 100)}xx`;
    const answered = getOrPut(answers, `${method} ${route} ${status}`, () => ({
      labels: { method, route, status },
      value: 0,
    }));
    answered.value += 1;
    const took = getOrPut(durations, `${method} ${route}`, () => startDurations({ method, route }));
    const seconds = elapsedTime / 1000;
    const place = bounds.findIndex((bound) => seconds <= bound);
    const index = place === -1 ? bounds.length : place;
    took.counts[index] = (took.counts[index] ?? 0) + 1;
    took.sum += seconds;
  }

  return () => [
    {
      name: "clanhall_http_requests_total",
      help: "Answers by method, route pattern and class of status; without event streams and boards answered from memory.",
      type: "counter",
      samples: [...answers.values()],
    },
    {
      name: "clanhall_http_request_duration_seconds",
      help: "Time until an answer was sent.",
      type: "histogram",
      samples: [...durations.values()].flatMap(toSamples),
    },
  ];
}

/** A stream lasts as long as somebody listens, which says nothing about how fast we are; those that are open have a number. */
function isStream({ routeOptions }: FastifyRequest, { statusCode }: FastifyReply): boolean {
  return routeOptions.config.endpoint?.content === "text/event-stream" && statusCode === 200;
}

function startDurations(labels: Labels): Durations {
  return { labels, counts: Array.from({ length: bounds.length + 1 }, () => 0), sum: 0 };
}

function toSamples({ labels, counts, sum }: Durations): Sample[] {
  let total = 0;
  const buckets = counts.map((count, place) => {
    total += count;
    return { suffix: "_bucket", labels: { ...labels, le: String(bounds[place] ?? "+Inf") }, value: total };
  });
  return [...buckets, { suffix: "_sum", labels, value: sum }, { suffix: "_count", labels, value: total }];
}

function getOrPut<Thing>(things: Map<string, Thing>, key: string, make: () => Thing): Thing {
  const found = things.get(key);
  if (found) return found;
  const made = make();
  things.set(key, made);
  return made;
}
