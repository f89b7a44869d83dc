import { startMailSink } from "../load/mail-sink.ts";
import type { Options } from "../options.ts";
import { checkOut } from "./check-out.ts";
import { type Figures, figuresOf, type Measured, startMeasured, type Turn } from "./measure-turns.ts";
import { openBuild, ownTree } from "./open-build.ts";
import { setUpRules } from "./set-up-rules.ts";

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
  options: Options,
  report: (message: string) => void,
): Promise<void> {
  const other = await checkOut(commit, report);
  try {
    await compare(options, report, [
      { name: "here", tree: ownTree },
      { name: other.name, tree: other.tree },
    ]);
  } finally {
    await other.remove();
  }
}

/** Measures this tree with rules and targets on in every store beside itself without any. */
export function measureRuled(options: Options, report: (message: string) => void): Promise<void> {
  return compare(options, report, [
    { name: "ruled", tree: ownTree, folder: "ruled", prepare: setUpRules },
    { name: "plain", tree: ownTree },
  ]);
}

type Compared = {
  name: string;
  tree: string;
  folder?: string;
  /** What is done on the running server before anything is measured. */
  prepare?(httpPort: number, superuserUrl: string): Promise<void>;
};

/** Prints the cases' figures on two servers that are measured in turns. */
async function compare(
  { scale, isJson, only = usual, seconds }: Options,
  report: (message: string) => void,
  compared: readonly [Compared, Compared],
): Promise<void> {
  const sink = await startMailSink();
  const closing: (() => unknown)[] = [() => sink.close()];
  try {
    const builds = [];
    for (const { name, tree, folder, prepare } of compared) {
      const build = await openBuild(name, tree, scale, report, folder);
      closing.push(() => build.data.postgres.stop());
      const server = await startMeasured(build, sink.port);
      closing.push(server.stop);
      if (prepare) report(`Preparing ${name} …`);
      await prepare?.(server.httpPort, build.data.superuserUrl);
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
      const names = [one.name, here.name, there.name] as const;
      console.log(isJson ? toBesideJson(names, ...figures) : toBesideLines(names, ...figures));
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

type Names = readonly [measured: string, here: string, there: string];

/** A case's figures of both builds, with the ratio of the first one's to the other's. */
export function toBesideLines([name, first, other]: Names, here: Figures, there: Figures): string {
  const digits = (of: Figures, column: keyof Figures) => of[column].toFixed(of[column] < 100 ? 2 : 0);
  return [
    line(
      name,
      first,
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
function toBesideJson([name, first, other]: Names, here: Figures, there: Figures): string {
  return JSON.stringify({ name, first, here, other, there });
}

function ratioOf(here: number, there: number): string {
  return there === 0 ? "–" : (here / there).toFixed(2);
}

function line(name: string, build: string, values: readonly string[]): string {
  return `${name.padEnd(18)}${build.padEnd(12)}${values.map((value) => value.padStart(10)).join("")}`;
}
