import { limits } from "../limits.ts";
import { typedText } from "../page.ts";
import { isTypedAddress, normalAddress } from "./address.ts";

const notValid = "Please enter a valid email address";

/** Somebody's address as people type it, whatever dots and quotes it has: in lower case and as it is kept. `whenBlank` is said where none is. */
export function typedAddress(whenBlank: string) {
  return addressText(whenBlank)
    .min(1, whenBlank)
    .refine((text) => text === "" || isTypedAddress(text), { error: notValid, abort: true });
}

/** The same, not yet looked at: whether one is needed hangs on what else was filled in ({@link isTypedAddress}). */
export function addressText(whenMissing?: string) {
  return typedText(whenMissing)
    .toLowerCase()
    .overwrite((text) => normalAddress(text) ?? text)
    .max(limits.emailAddressLength, { error: notValid, abort: true });
}
