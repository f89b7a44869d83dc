import type { Figures } from "./measure-turns.ts";

const columns = {
  rps: "a second",
  p50Ms: "p50 ms",
  p95Ms: "p95 ms",
  cpuMs: "cpu ms",
  postgresCpuMs: "pg ms",
  commits: "commits",
  walKb: "WAL kB",
  rssMb: "RSS MB",
} as const satisfies Record<keyof Figures, string>;
const names = Object.keys(columns) as (keyof Figures)[];

/** The heading of the table that compares two builds. */
export const besideHead = `${line("measured", "build", Object.values(columns))}\n${"-".repeat(110)}`;

/** A case's figures of both builds, and how many times the other's ours are. */
export function toBesideLines(name: string, other: string, here: Figures, there: Figures): string {
  const digits = (of: Figures, column: keyof Figures) => of[column].toFixed(of[column] < 100 ? 2 : 0);
  return [
    line(
      name,
      "here",
      names.map((column) => digits(here, column)),
    ),
    line(
      "",
      other,
      names.map((column) => digits(there, column)),
    ),
    line(
      "",
      "ratio",
      names.map((column) => ratioOf(here[column], there[column])),
    ),
  ].join("\n");
}

/** The same as one JSON object on a line. */
export function toBesideJson(name: string, other: string, here: Figures, there: Figures): string {
  return JSON.stringify({ name, here, other, there });
}

function ratioOf(here: number, there: number): string {
  return there === 0 ? "–" : (here / there).toFixed(2);
}

function line(name: string, build: string, values: readonly string[]): string {
  return `${name.padEnd(18)}${build.padEnd(12)}${values.map((value) => value.padStart(10)).join("")}`;
}
