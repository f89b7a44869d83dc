import { startMailSink } from "../load/mail-sink.ts";
import type { Options } from "../options.ts";
import { besideHead, toBesideJson, toBesideLines } from "./beside-lines.ts";
import { checkOut } from "./check-out.ts";
import { figuresOf, type Measured, startMeasured, type Turn } from "./measure-turns.ts";
import { openBuild, ownTree } from "./open-build.ts";

/** What is compared when nothing is named: what people wait for, and mail. */
const usual = ["tickets.list", "tickets.get", "tickets.search", "mail.to-screen", "messages.reply", "mail.intake"];
const concurrency = 8;
/** Each build has so many turns of a case: what else the machine does meets both. */
const rounds = 4;

/**
 * Measures this tree beside another commit: today's cases, over HTTP and SMTP, on both servers in turns. What the
 * other one does not have is said.
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
      const take = async (server: Measured, which: 0 | 1) =>
        turns[which].push(await server.measure(which === 0 ? one : same, concurrency, seconds / rounds));
      try {
        for (let round = 0; round < rounds; round++) {
          // Whoever comes first in one round comes second in the next.
          const order = round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const);
          for (const which of order) await take(which === 0 ? here.server : there.server, which);
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
