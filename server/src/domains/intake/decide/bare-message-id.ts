import { storableText } from "../../../platform/storable-text.ts";

/** A line of a header has at most 998 characters (RFC 5322, section 2.1.1), and an index entry 2,704 bytes. */
const longestInBytes = 998;

/** A Message-ID as it is stored and looked for: without angle brackets, and cut to the bytes that an index holds. */
export function bareMessageId(id: string): string {
  let bare = storableText(id.replace(/^<|>$/g, ""), longestInBytes);
  while (Buffer.byteLength(bare) > longestInBytes) bare = storableText(bare, bare.length - 1);
  return bare;
}
