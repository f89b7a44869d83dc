import { hasPlainHead } from "./has-plain-head.ts";
import type { HeadField } from "./read-head-fields.ts";

const mostSignatures = 20;
const mostFields = 1_000;
const longestField = 32_768;

/**
 * Whether a mail that begins with these bytes has signatures that can be read in bounded time. Any other's count for
 * nothing, as if it had none.
 */
export function hasCheckableSignatures(start: Uint8Array, fields: readonly HeadField[]): boolean {
  const signatures = fields.filter(({ name }) => name === "dkim-signature" || name === "arc-seal").length;
  const areFew = signatures > 0 && signatures <= mostSignatures && fields.length <= mostFields;
  return areFew && fields.every(({ value }) => value.length <= longestField) && hasPlainHead(start);
}
