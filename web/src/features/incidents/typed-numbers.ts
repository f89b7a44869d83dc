/** The tickets' numbers in a typed text, such as "#0042, 43"; null if something in it is no number. */
export function typedNumbers(text: string): number[] | null {
  const parts = text
    .split(/[\s,;]+/)
    .map((part) => part.replace(/^#/, ""))
    .filter((part) => part !== "");
  if (!parts.every((part) => /^\d{1,9}$/.test(part) && Number(part) > 0)) return null;
  return [...new Set(parts.map(Number))];
}
