/**
 * Makes text storable in PostgreSQL: removes NUL and unpaired surrogates, which mail may contain, and cuts it to `max`
 * UTF-16 units.
 */
export function storableText(text: string, max: number = Number.POSITIVE_INFINITY): string {
  const clean = text.replaceAll("\0", "").toWellFormed();
  return clean.length > max ? clean.slice(0, max).replace(/[\uD800-\uDBFF]$/, "") : clean;
}
