import type { Aim } from "./cases/case.ts";

/** One line of output. Times are in ms; `cpuMs` of the server's process and `postgresCpuMs` are per request. */
export type Result = {
  name: string;
  scale: string;
  concurrency: number;
  /** Null if only the total can be timed. */
  p50Ms: number | null;
  p95Ms: number | null;
  maxMs: number | null;
  rps: number;
  cpuMs: number;
  postgresCpuMs: number;
  /** The same statements without the server, per second, or the case's own baseline; null if there is none. */
  baselineRps: number | null;
  rssMb: number;
  aim: Aim;
};

/** The result as one line of JSON. */
export function toJsonLine(result: Result): string {
  const { name, scale, concurrency, rssMb } = result;
  return JSON.stringify({
    name,
    scale,
    concurrency,
    p50_ms: result.p50Ms === null ? null : round(result.p50Ms, 2),
    p95_ms: result.p95Ms === null ? null : round(result.p95Ms, 2),
    max_ms: result.maxMs === null ? null : round(result.maxMs, 2),
    rps: round(result.rps, 1),
    cpu_ms: round(result.cpuMs, 3),
    baseline_rps: result.baselineRps === null ? null : round(result.baselineRps, 1),
    ratio: ratioOf(result),
    rss_mb: rssMb,
  });
}

/** The table's heading. */
export const tableHead = [
  columns(
    "measured",
    "at once",
    "p50 ms",
    "p95 ms",
    "max ms",
    "a second",
    "cpu ms",
    "pg ms",
    "bare",
    "ratio",
    "RSS MB",
    "aim",
  ),
  "-".repeat(134),
].join("\n");

/** The result as a line of the table, with its aim. */
export function toTableLine(result: Result): string {
  const { name, concurrency, p50Ms, p95Ms, maxMs, rps, cpuMs, postgresCpuMs, baselineRps, rssMb } = result;
  return columns(
    name,
    String(concurrency),
    p50Ms?.toFixed(1) ?? "–",
    p95Ms?.toFixed(1) ?? "–",
    maxMs?.toFixed(1) ?? "–",
    rps.toFixed(rps < 100 ? 1 : 0),
    cpuMs.toFixed(2),
    postgresCpuMs.toFixed(2),
    baselineRps?.toFixed(0) ?? "–",
    ratioOf(result)?.toFixed(2) ?? "–",
    String(rssMb),
    concurrency === 8 ? describeAim(result) : "",
  );
}

function describeAim({ aim, rps, p50Ms, p95Ms }: Result): string {
  const parts = [
    aim.rps ? verdict(rps >= aim.rps, `≥ ${aim.rps}/s`) : "",
    aim.p95Ms && p95Ms !== null ? verdict(p95Ms < aim.p95Ms, `p95 < ${aim.p95Ms}`) : "",
    aim.p50Ms && p50Ms !== null ? verdict(p50Ms < aim.p50Ms, `p50 < ${aim.p50Ms}`) : "",
  ];
  return parts.filter(Boolean).join(", ");
}

/** Marks an aim as reached or not. */
export function verdict(isReached: boolean, aim: string): string {
  return `${isReached ? "✓" : "✗"} ${aim}`;
}

function columns(name: string, ...rest: string[]): string {
  const aim = rest.pop() ?? "";
  return `${name.padEnd(18)}${rest.map((text) => text.padStart(10)).join("")}   ${aim}`;
}

function ratioOf({ rps, baselineRps }: Result): number | null {
  return baselineRps === null ? null : round(rps / baselineRps, 3);
}

function round(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}
