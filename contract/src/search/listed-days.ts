/** Days of the store's clocks, both included, as a list of tickets is narrowed to them. The first load has this file: it imports nothing. */
export type Days = { from: string; to: string };

/** Before every ticket. */
export const firstDay = "1970-01-01";

const written = /^(\d{4}-\d\d-\d\d)\.\.(\d{4}-\d\d-\d\d)$/;
const isDay = (text: string) => text >= firstDay && new Date(`${text}T00:00:00Z`).toJSON()?.startsWith(text) === true;

/** Writes days as the address of a list has them: "2026-11-16..2026-11-22". */
export const writeDays = ({ from, to }: Days): string => `${from}..${to}`;

/** Reads them; undefined for anything else. */
export function readDays(text: string): Days | undefined {
  const [, from, to] = written.exec(text) ?? [];
  if (from === undefined || to === undefined || !isDay(from) || !isDay(to)) return undefined;
  return from <= to ? { from, to } : undefined;
}
