import { limits } from "@deskhand/contract/limits";
import { type Failure, fail } from "../../../platform/fail.ts";

/** Refuses more files than one mail may carry, and, with the failure given, more bytes of them. */
export function refuseTooMuch(files: readonly { size: number }[], tooLarge: () => Failure): void {
  if (files.length > limits.filesPerMessage) throw fail("upload_too_many");
  const total = files.reduce((sum, { size }) => sum + size, 0);
  if (total > limits.mailSizeBytes) throw tooLarge();
}
