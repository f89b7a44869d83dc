/** Latencies in ms, sorted, and the total time. */
export type LoadResult = { latencies: number[]; seconds: number };

/** Runs a task again and again, `concurrency` at a time, for some seconds. */
export async function runLoad(
  concurrency: number,
  seconds: number,
  task: (worker: number) => Promise<void>,
): Promise<LoadResult> {
  const latencies: number[] = [];
  const started = performance.now();
  const until = started + seconds * 1000;
  await Promise.all(
    Array.from({ length: concurrency }, async (_, worker) => {
      for (let before = performance.now(); before < until; ) {
        await task(worker);
        const after = performance.now();
        latencies.push(after - before);
        before = after;
      }
    }),
  );
  return { latencies: latencies.sort((a, b) => a - b), seconds: (performance.now() - started) / 1000 };
}

/** Returns the latency below which this share of requests stayed. */
export function percentile({ latencies }: LoadResult, share: number): number {
  return latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? 0;
}

/** Returns the number of requests per second. */
export function rateOf({ latencies, seconds }: LoadResult): number {
  return latencies.length / seconds;
}
