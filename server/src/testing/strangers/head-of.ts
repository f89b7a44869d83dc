import { readMail } from "../../domains/intake/index.ts";

/** The header of a mail as the intake splits it, whatever else the mail exceeds. */
export async function headOf(raw: Uint8Array) {
  return (await readMail({ raw, attachmentFolder: null, envelopeFrom: null, isReleased: true })).head;
}
