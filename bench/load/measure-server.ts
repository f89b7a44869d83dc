import type { Case, Target } from "../cases/case.ts";
import type { Data } from "../data/open-data.ts";
import type { Scale } from "../data/scale.ts";
import type { Result } from "../result.ts";
import { findPostmaster } from "./find-postmaster.ts";
import type { MailSink } from "./mail-sink.ts";
import { cpuMsOf, cpuMsOfFamily, rssMbOf } from "./process-usage.ts";
import { percentile, rateOf, runLoad } from "./run-load.ts";
import { signInAll } from "./sign-in.ts";
import { startServer } from "./start-server.ts";
import { waitUntilIdle } from "./wait-until-idle.ts";

type Plan = {
  data: Data;
  sink: MailSink;
  cases: Case[];
  concurrencies: number[];
  seconds: number;
  scale: Scale;
  /** By the case's name and concurrency. */
  bareSql: Map<string, number>;
  report(message: string): void;
};

/** Long enough for the compiler to optimise. */
const warmUpSeconds = 4;

/** Measures every case on one server process, each after a warm-up and after the work that the last one left behind. */
export async function* measureServer(plan: Plan): AsyncGenerator<Result> {
  const { data, sink, cases, concurrencies, seconds, scale, bareSql, report } = plan;
  const server = await startServer(data.dataDir, sink.port);
  const postgresPid = await findPostmaster(data.superuserUrl);
  try {
    const target: Target = { ...server, cookies: await signInAll(server.httpPort) };
    for (const testCase of cases) {
      for (const concurrency of concurrencies) {
        const session = await testCase.open(target, concurrency);
        await runLoad(concurrency, Math.min(warmUpSeconds, seconds), session.task);
        const before = { server: cpuMsOf(server.pid), postgres: cpuMsOfFamily(postgresPid) };
        const load = await runLoad(concurrency, seconds, session.task);
        const count = load.latencies.length;
        yield {
          name: testCase.name,
          scale: scale.name,
          concurrency,
          p50Ms: percentile(load, 0.5),
          p95Ms: percentile(load, 0.95),
          maxMs: percentile(load, 1),
          rps: rateOf(load),
          cpuMs: (cpuMsOf(server.pid) - before.server) / count,
          postgresCpuMs: (cpuMsOfFamily(postgresPid) - before.postgres) / count,
          baselineRps: bareSql.get(`${testCase.name} ${concurrency}`) ?? null,
          rssMb: rssMbOf(server.pid),
          aim: testCase.aim,
        };
        await session.close();
        const behind = await waitUntilIdle(data.superuserUrl);
        if (behind) report(`  (${behind.jobs} jobs were left behind, done at ${behind.perSecond.toFixed(0)} a second)`);
      }
    }
  } finally {
    await server.stop();
  }
}
