/** The limits of working hours and targets. */
export const targetLimits = {
  /** Calendars of a store, and the parts of one. */
  calendars: 50,
  targetNameLength: 100,
  spansOfDay: 12,
  daysOff: 366,
  /** Policies of a store, and the longest time that one gives: a year. */
  policies: 50,
  targetMinutes: 525_600,
} as const;
