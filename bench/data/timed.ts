export type Report = (message: string) => void;

/** Does a part of a longer work, and says how long it took. */
export async function timed(report: Report, part: string, work: () => Promise<unknown>): Promise<void> {
  const started = performance.now();
  await work();
  report(`  ${((performance.now() - started) / 1000).toFixed(1).padStart(6)} s ${part}`);
}
