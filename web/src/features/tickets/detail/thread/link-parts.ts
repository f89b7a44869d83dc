export interface TextPart {
  text: string;
  /** The target when the part is a web address. */
  href?: string;
}

const ADDRESS = /\bhttps?:\/\/[^\s<>"'`\u2018-\u201f]+/gi;

/** Strips the sentence's punctuation from an address; a closing bracket stays when it was opened inside. */
function withoutTail(address: string): string {
  const opened = address.indexOf("(");
  let end = address.length;
  for (; end > 0; end--) {
    const last = address[end - 1] ?? "";
    if (/[.,;:!?*_\]}]/.test(last)) continue;
    if (last === ")" && (opened === -1 || opened >= end - 1)) continue;
    break;
  }
  return address.slice(0, end);
}

/** Splits a text into plain parts and web addresses. Only http and https are linked, so a link can never run code. */
export function linkParts(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let from = 0;
  for (const { 0: found, index } of text.matchAll(ADDRESS)) {
    const address = withoutTail(found);
    if (!URL.canParse(address)) continue;
    if (index > from) parts.push({ text: text.slice(from, index) });
    parts.push({ text: address, href: address });
    from = index + address.length;
  }
  if (from < text.length) parts.push({ text: text.slice(from) });
  return parts;
}
