import { keyNames } from "../../lib/shortcuts.ts";
import { type SectionId, sections } from "../sections.ts";

/** Pressed before the letter of a tab. */
export const goKey = "g";

/** The two keys that lead to a tab, as they stand on the keyboard. */
export function sectionKeys(id: SectionId): string[] {
  return [...keyNames({ key: goKey }), ...keyNames(sections[id])];
}
