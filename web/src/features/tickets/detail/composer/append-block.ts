/** A text with a block of its own at its end; where the block stands already, the text as it is. */
export function appendBlock(text: string, block: string): string {
  if (text.includes(block)) return text;
  const before = text.trimEnd();
  return before === "" ? block : `${before}\n\n${block}`;
}
