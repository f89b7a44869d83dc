/** Times that people think in: a spread is exact at these, in seconds. */
export const durationMarks = [
  ...([0, 60, 300, 900, 1_800, 3_600, 7_200, 14_400, 28_800, 43_200, 86_400, 172_800] as const),
  ...([259_200, 604_800, 1_209_600, 2_592_000, 7_776_000, 31_536_000] as const),
] as const;

/** Two neighbouring bounds differ by at most this factor, so that a median of the sums is at most 5 percent off. */
const growth = 1.1;
/** Below a minute each bucket has so many seconds. */
const seconds = 5;

function boundsBetween(from: number, to: number): number[] {
  if (from < 60) return Array.from({ length: (to - from) / seconds }, (_, at) => from + at * seconds);
  const parts = Math.ceil(Math.log(to / from) / Math.log(growth));
  return Array.from({ length: parts }, (_, at) => Math.round(from * (to / from) ** (at / parts)));
}

/**
 * Where the buckets of durations begin, in seconds: bucket n has what is at least bound n and less than the next one. The database has the
 * same list (`duration_bucket`), which a test compares.
 */
export const durationBounds: readonly number[] = [
  ...durationMarks.slice(1).flatMap((to, at) => boundsBetween(durationMarks[at] ?? 0, to)),
  durationMarks.at(-1) ?? 0,
];

/** The time that stands for a bucket: the middle of it, as far from its ends in proportion. */
export function middleOf(bucket: number): number {
  const [from = 0, to = from] = [durationBounds[bucket], durationBounds[bucket + 1]];
  return from < 60 ? (from + to) / 2 : Math.sqrt(from * to);
}
