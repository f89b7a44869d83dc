/** Whether the long run was asked for, as `npm test -- all` does: the journeys of `long/` too, and axe in every width. */
export const isLongRun = process.env.JOURNEYS === "all";

/** The windows that journeys are gone in, by their width: the long run takes each in turn, the short one the first. */
const windows = {
  1440: { width: 1440, height: 900 },
  1366: { width: 1366, height: 650 },
  390: { width: 390, height: 844 },
};

/** The window of this run. */
export const ownWindow = windows[Number(process.env.WIDTH ?? 1440) as keyof typeof windows];
/** Where a phone shows something else, its journey is not gone there. */
export const isPhone = ownWindow.width === 390;
/** Those in which a screen is looked at. */
export const looks = Object.values(windows);
