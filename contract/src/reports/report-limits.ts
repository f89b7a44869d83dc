/** How much reports take and show (docs/product.md#limits). */
export const reportLimits = {
  reportFigures: 24,
  /** A range in days, and the steps into which it is divided: a year by hour has 8,784. */
  reportDays: 3_660,
  reportSteps: 8_800,
  /** Values that a report is narrowed to, and how long each is. */
  reportFilters: 20,
  reportFilterLength: 120,
  /** Rows of a table; the rest is one row, and CSV has up to `reportCsvRows`. */
  reportRows: 200,
  reportCsvRows: 10_000,
} as const;
