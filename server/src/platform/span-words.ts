const units = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
  ["second", 1_000],
] as const;

/** How long something lasts, in the largest unit of which it has two, or one of the smaller: "3 minutes", "47 hours", "2 days". */
export function spanWords(ms: number): string {
  const [unit, length] = units.find(([, size]) => ms >= 2 * size) ?? units[3];
  const count = Math.max(1, Math.floor(ms / length));
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}
