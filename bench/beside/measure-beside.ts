import { startMailSink } from "../load/mail-sink.ts";
import type { Options } from "../options.ts";
import { checkOut } from "./check-out.ts";
import { type Figures, figuresOf, type Measured, startMeasured, type Turn } from "./measure-turns.ts";
import { openBuild, ownTree } from "./open-build.ts";

/** The cases compared by default: mail, and what people wait for. */
const usual = ["tickets.list", "tickets.get", "tickets.search", "mail.to-screen", "messages.reply", "mail.intake"];
const concurrency = 8;
/** The turns of each build per case, so that other work on the machine affects both. */
const rounds = 4;

/**
 * Measures this tree beside another commit: today's cases, over HTTP and SMTP, on both servers in turns. Says which cases the
 * other one lacks.
 */
export async function measureBeside(
  commit: string,
  { scale, isJson, only = usual, seconds }: Options,
  report: (message: string) => void,
): Promise<void> {
  const sink = await startMailSink();
  const other = await checkOut(commit, report);
  const closing: (() => unknown)[] = [() => sink.close(), other.remove];
  try {
    const builds = [];
    for (const [name, tree] of [["here", ownTree] as const, [other.name, other.tree] as const]) {
      const build = await openBuild(name, tree, scale, report);
      closing.push(() => build.data.postgres.stop());
      const server = await startMeasured(build, sink.port);
      closing.push(server.stop);
      builds.push({ ...build, server });
    }
    const [here, there] = builds;
    if (!here || !there) throw new RangeError("Two builds are compared");
    if (!isJson) console.log(`\n${scale.name} tickets, ${concurrency} at once, ${seconds} s each\n${besideHead}`);
    for (const [at, one] of here.cases.entries()) {
      const same = there.cases[at];
      if (!same || !only.includes(one.name)) continue;
      const turns: [Turn[], Turn[]] = [[], []];
      const take = async (server: Measured, build: 0 | 1) =>
        turns[build].push(await server.measure(build === 0 ? one : same, concurrency, seconds / rounds));
      try {
        for (let round = 0; round < rounds; round++) {
          // The build that is first in one round is second in the next.
          const order = round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const);
          for (const build of order) await take(build === 0 ? here.server : there.server, build);
        }
      } catch (error) {
        console.log(`${one.name}: cannot be compared: ${error instanceof Error ? error.message.slice(0, 100) : error}`);
        continue;
      }
      const figures = [figuresOf(turns[0]), figuresOf(turns[1])] as const;
      console.log(
        isJson ? toBesideJson(one.name, other.name, ...figures) : toBesideLines(one.name, other.name, ...figures),
      );
    }
  } finally {
    for (const close of closing.reverse()) await close();
  }
}

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

/** A case's figures of both builds, with the ratio of ours to the other's. */
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

/** The same as one line of JSON. */
function toBesideJson(name: string, other: string, here: Figures, there: Figures): string {
  return JSON.stringify({ name, here, other, there });
}

function ratioOf(here: number, there: number): string {
  return there === 0 ? "–" : (here / there).toFixed(2);
}

function line(name: string, build: string, values: readonly string[]): string {
  return `${name.padEnd(18)}${build.padEnd(12)}${values.map((value) => value.padStart(10)).join("")}`;
}
