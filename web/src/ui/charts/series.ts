import type { Tone } from "../tone.ts";

/** A row of values, one for each label of a chart. */
export interface Series {
  id: string;
  label: string;
  tone: Tone;
  /** Null where there is no value, which leaves a gap. */
  values: readonly (number | null)[];
  /** Whether it is what the others are compared with: drawn faintly, and opened by nothing. */
  isCompared?: boolean;
}

/** What a chart shows. */
export interface ChartData {
  /** The labels along the axis, as short as they may be. */
  labels: readonly string[];
  /** The same in full, for tooltip and table. */
  names: readonly string[];
  series: readonly Series[];
  /** Writes a value with its unit. */
  format: (value: number) => string;
}

/** A value of a chart, by its series and the place of its label. */
export interface ChartPlace {
  series: string;
  index: number;
}

/** Writes a value, or a dash where there is none. */
export function writeValue({ format }: Pick<ChartData, "format">, value: number | null | undefined): string {
  return value === null || value === undefined ? "–" : format(value);
}
