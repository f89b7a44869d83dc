/** Whether this is the long run, `npm test -- all`: also the journeys of `long/`, and axe in every width. */
export const isLongRun = process.env.TESTS === "all";

/** The windows in which screens are checked: a large one, a small one, a phone. */
export const looks = [
  { width: 1440, height: 900 },
  { width: 1366, height: 650 },
  { width: 390, height: 844 },
];

/** The window of the journeys: the long run repeats them in the small one. */
export const ownWindow = looks.find(({ width }) => String(width) === process.env.WIDTH) ?? { width: 1440, height: 900 };
