import type { Case, Target } from "../cases/case.ts";
import { findPostmaster } from "../load/find-postmaster.ts";
import { cpuMsOf, cpuMsOfFamily, rssMbOf } from "../load/process-usage.ts";
import { type LoadResult, percentile, rateOf, runLoad } from "../load/run-load.ts";
import { signInAll } from "../load/sign-in.ts";
import { startServer } from "../load/start-server.ts";
import { countWritten, waitUntilIdle } from "../load/wait-until-idle.ts";
import type { Build } from "./open-build.ts";

/** A case's figures for some seconds on one build; CPU, commits and WAL include the work left behind. */
export type Turn = LoadResult & {
  cpuMs: number;
  postgresCpuMs: number;
  commits: number;
  walBytes: number;
  rssMb: number;
};

/** A case's figures on one build, all but the last per request. */
export type Figures = {
  rps: number;
  p50Ms: number;
  p95Ms: number;
  cpuMs: number;
  postgresCpuMs: number;
  commits: number;
  walKb: number;
  rssMb: number;
};

export type Measured = {
  httpPort: number;
  measure(one: Case, concurrency: number, seconds: number): Promise<Turn>;
  stop(): Promise<void>;
};

/** Starts a build's server on its data, for measuring in turns. */
export async function startMeasured({ tree, data }: Build, sinkPort: number): Promise<Measured> {
  const server = await startServer(data.dataDir, sinkPort, "", {}, tree);
  const postgresPid = await findPostmaster(data.superuserUrl);
  const target: Target = { ...server, cookies: await signInAll(server.httpPort, "of tickets") };
  const used = async () => ({
    cpuMs: cpuMsOf(server.pid),
    postgresCpuMs: cpuMsOfFamily(postgresPid),
    ...(await countWritten(data.superuserUrl)),
  });
  return {
    httpPort: server.httpPort,
    async measure(testCase, concurrency, seconds) {
      const session = await testCase.open(target, concurrency);
      try {
        await runLoad(concurrency, seconds / 4, session.task);
        await waitUntilIdle(data.superuserUrl);
        const before = await used();
        const load = await runLoad(concurrency, seconds, session.task);
        await waitUntilIdle(data.superuserUrl);
        const after = await used();
        return {
          ...load,
          cpuMs: after.cpuMs - before.cpuMs,
          postgresCpuMs: after.postgresCpuMs - before.postgresCpuMs,
          commits: after.commits - before.commits,
          walBytes: after.walBytes - before.walBytes,
          rssMb: rssMbOf(server.pid),
        };
      } finally {
        await session.close();
      }
    },
    stop: server.stop,
  };
}

/** Sums up the figures of a case's turns. */
export function figuresOf(turns: readonly Turn[]): Figures {
  const sum = (pick: (turn: Turn) => number) => turns.reduce((whole, turn) => whole + pick(turn), 0);
  const latencies = turns.flatMap((turn) => turn.latencies).sort((a, b) => a - b);
  const load = { latencies, seconds: sum(({ seconds }) => seconds) };
  const each = (pick: (turn: Turn) => number) => sum(pick) / latencies.length;
  return {
    rps: rateOf(load),
    p50Ms: percentile(load, 0.5),
    p95Ms: percentile(load, 0.95),
    cpuMs: each(({ cpuMs }) => cpuMs),
    postgresCpuMs: each(({ postgresCpuMs }) => postgresCpuMs),
    commits: each(({ commits }) => commits),
    walKb: each(({ walBytes }) => walBytes) / 1024,
    rssMb: Math.max(...turns.map(({ rssMb }) => rssMb)),
  };
}
