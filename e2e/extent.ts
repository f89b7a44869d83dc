/** Whether the long run was asked for, as `npm test -- all` does: the journeys of `long/` too, and axe in every width. */
export const isLongRun = process.env.TESTS === "all";

/** The windows that a screen is looked at in: a large one, a small one, a phone. */
export const looks = [
  { width: 1440, height: 900 },
  { width: 1366, height: 650 },
  { width: 390, height: 844 },
];

/** The window that journeys are gone in: the long run takes the small one too. */
export const ownWindow = looks.find(({ width }) => String(width) === process.env.WIDTH) ?? { width: 1440, height: 900 };
