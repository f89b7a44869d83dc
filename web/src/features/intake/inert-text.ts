/** Control characters except tab and line feed, and marks that are invisible or change the writing direction. */
const unseen = /[^\P{Cc}\t\n]|[\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu;

/** Replaces characters in strangers' text that would affect the text around it by visible symbols. */
export function inertText(text: string): string {
  return text.replaceAll("\r\n", "\n").replace(unseen, signFor);
}

function signFor(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  // Unicode has symbols for the first control characters.
  if (code < 0x20) return String.fromCodePoint(0x2400 + code);
  return `⟨U+${code.toString(16).toUpperCase().padStart(4, "0")}⟩`;
}
