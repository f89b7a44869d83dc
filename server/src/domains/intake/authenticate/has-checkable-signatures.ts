import { type HeadField, mostHeadBytes } from "./read-head-fields.ts";

// All of these are beyond what any mail has that a person sent: reading signatures takes time that grows with the square of some of these.
const mostSignatures = 20;
const mostFields = 1_000;
const longestField = 32_768;
const mostLines = 2_000;
const widestGap = 500;

/**
 * Whether a mail that begins with these bytes has signatures that can be read in bounded time. Any other's count for
 * nothing, as if it had none.
 */
export function hasCheckableSignatures(start: Uint8Array, fields: readonly HeadField[]): boolean {
  const signatures = fields.filter(({ name }) => name === "dkim-signature" || name === "arc-seal").length;
  const areFew = signatures > 0 && signatures <= mostSignatures && fields.length <= mostFields;
  return areFew && fields.every(({ value }) => value.length <= longestField) && isHeadShort(start);
}

/** Whether a header ends soon, in few lines that all programs end alike, without a wide gap. */
function isHeadShort(start: Uint8Array): boolean {
  let lines = 0;
  let gap = 0;
  let lineStart = 0;
  // By index: going through bytes by an iterator took longer than verifying a signature.
  for (let at = 0; at < start.length; at += 1) {
    const byte = start[at];
    gap = byte === 0x20 || byte === 0x09 ? gap + 1 : 0;
    if (byte === 0x0d && start[at + 1] !== 0x0a) return false;
    if (byte === 0x0a) {
      if (at - lineStart === 0 || (at - lineStart === 1 && start[lineStart] === 0x0d)) return true;
      lineStart = at + 1;
      lines += 1;
    }
    if (lines > mostLines || gap > widestGap || at >= mostHeadBytes) return false;
  }
  return true;
}
