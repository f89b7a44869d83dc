/** Latencies in ms, sorted, and how long all of it took. */
export type LoadResult = { latencies: number[]; seconds: number };

/** Does one thing after the other, `concurrency` at a time, for some seconds. */
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

/** The latency that this share of all stayed below. */
export function percentile({ latencies }: LoadResult, share: number): number {
  return latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? 0;
}

/** How many a second. */
export function rateOf({ latencies, seconds }: LoadResult): number {
  return latencies.length / seconds;
}
