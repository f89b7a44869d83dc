/** Returns a URL value if it is one of those known. */
export function oneOf<const T extends string>(value: unknown, known: readonly T[]): T | undefined {
  return known.find((each) => each === value);
}

/** Returns the known ones among comma-separated URL values; undefined for none. */
export function someOf<const T extends string>(value: unknown, known: readonly T[]): T[] | undefined {
  const values = Array.isArray(value) ? value : typeof value === "string" ? value.split(",") : [];
  const found = known.filter((each) => values.includes(each));
  return found.length === 0 ? undefined : found;
}

/** Returns a URL's text; undefined for an empty one. */
export function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** Splits a URL's comma-separated texts; a comma within a text is written as %2C by `stringifySearch`. */
export function textsOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.filter((each) => typeof each === "string");
  if (typeof value !== "string") return [];
  return value.split(",").map((each) => each.replaceAll("%2C", ",").replaceAll("%25", "%"));
}
