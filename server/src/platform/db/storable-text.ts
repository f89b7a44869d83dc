/**
 * Text as PostgreSQL takes it: without NUL and unpaired surrogates (mail holds both), and at most `max` UTF-16 units.
 */
export function storableText(text: string, max: number = Number.POSITIVE_INFINITY): string {
  const clean = text.replaceAll("\0", "").toWellFormed();
  return clean.length > max ? clean.slice(0, max).replace(/[\uD800-\uDBFF]$/, "") : clean;
}
