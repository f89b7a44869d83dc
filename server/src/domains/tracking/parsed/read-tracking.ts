import type { ParsedStoreData } from "@deskhand/contract/tracking";

type Tracking = NonNullable<ParsedStoreData["orders"][number]["tracking"]>;

const marker = "Tracking:";

/** What a line says after "Tracking:"; null where it names no number, such as "N/A". */
export function readTracking(line: string): Tracking | null {
  const at = line.indexOf(marker);
  if (at < 0) return null;
  const text = line.slice(at + marker.length).trim();
  const [number = ""] = /^[A-Z0-9]{1,100}(?![A-Za-z0-9])/.exec(text) ?? [];
  if (!/\d/.test(number)) return null;
  const carrier = text
    .slice(number.length)
    .replace(/^[\s(,:|–—-]{1,10}(?:via\s)?/, "")
    .replace(/[)\s]{1,10}$/, "");
  return { text, number, carrier: carrier || "Unknown" };
}
