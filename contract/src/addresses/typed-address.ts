import { limits } from "../limits.ts";
import { typedText } from "../page.ts";
import { isTypedAddress, normalAddress } from "./address.ts";

const notValid = "Please enter a valid email address";

/** A typed address with any dots and quotes, read in lower case and as stored. `whenBlank` is the error for an empty one. */
export function typedAddress(whenBlank: string) {
  return addressText(whenBlank)
    .min(1, whenBlank)
    .refine((text) => text === "" || isTypedAddress(text), { error: notValid, abort: true });
}

/** The same without a check: other fields decide whether an address is needed ({@link isTypedAddress}). */
export function addressText(whenMissing?: string) {
  return typedText(whenMissing)
    .toLowerCase()
    .overwrite((text) => normalAddress(text) ?? text)
    .max(limits.emailAddressLength, { error: notValid, abort: true });
}
