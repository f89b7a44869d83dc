/** Controls but tab and line end, and marks that turn the direction of writing or cannot be seen. */
const unseen = /[^\P{Cc}\t\n]|[\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu;

/** What strangers wrote, with a sign for whatever would act on the text around it instead of being seen. */
export function inertText(text: string): string {
  return text.replaceAll("\r\n", "\n").replace(unseen, signFor);
}

function signFor(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  // Unicode has pictures of the first controls.
  if (code < 0x20) return String.fromCodePoint(0x2400 + code);
  return `⟨U+${code.toString(16).toUpperCase().padStart(4, "0")}⟩`;
}
