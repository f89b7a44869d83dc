import { recipientKinds } from "@deskhand/contract/vocabulary";
import { decodeRaw } from "./decode-charset.ts";
import { allAddresses, isLong, readAddresses } from "./read-addresses.ts";
import { type HeaderLine, readHeaders, unfoldWhole } from "./read-headers.ts";

/** The fields of a mail that name its people. */
export const peopleFields = ["from", "reply-to", ...recipientKinds] as const;

/** How many addresses the fields that name a mail's people hold beside those that are read of them. */
export function countLeftOut(lines: readonly HeaderLine[]): number {
  let count = 0;
  for (const field of peopleFields) {
    const ofField = lines.filter(({ key }) => key.trim().toLowerCase() === field);
    const values = ofField.map(({ line }) => unfoldWhole(line));
    if (!isLong(values)) continue;
    const all = allAddresses(values.map((value) => decodeRaw(value, null)));
    for (const { email } of readAddresses(readHeaders(ofField)[field])) all.delete(email.toLowerCase());
    count += all.size;
  }
  return count;
}
