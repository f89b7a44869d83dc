import { limits } from "@deskhand/contract/limits";
import { fail } from "../../platform/fail.ts";

/** Refuses more files, or more bytes of them, than one mail may carry. The last of them is named as the one too much. */
export function refuseTooMuch(files: readonly { filename: string; size: number }[]): void {
  if (files.length > limits.filesPerMessage) throw fail("upload_too_many");
  const total = files.reduce((sum, { size }) => sum + size, 0);
  if (total > limits.mailSizeBytes) throw fail("upload_too_large", { filename: files.at(-1)?.filename ?? "" });
}
