/** Codes that name no country. */
const others = new Set(["EU", "EZ", "QO", "UN", "XA", "XB", "ZZ"]);
const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];

let names: Record<string, string> | undefined;

/** The countries' English names, as orders have them, each under itself; the browser knows them. */
export function countryNames(): Record<string, string> {
  const nameOf = new Intl.DisplayNames("en", { type: "region", fallback: "none" });
  names ??= Object.fromEntries(
    letters
      .flatMap((first) => letters.map((second) => `${first}${second}`))
      .flatMap((code) => (others.has(code) ? [] : (nameOf.of(code) ?? [])))
      .sort()
      .map((name) => [name, name]),
  );
  return names;
}
