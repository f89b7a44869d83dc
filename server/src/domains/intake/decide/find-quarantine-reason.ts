import { limits } from "@deskhand/contract/limits";
import type { ParsedMail } from "../parse/parsed-mail.ts";
import type { OwnMarks } from "../thread/read-own-marks.ts";

// A document's name with a program behind it, and programs that nobody sends to a store.
const disguisedProgram =
  /\.[a-z\d]{2,4}[\s_]*\.(?:exe|com|bat|cmd|vbs|vbe|js|jse|wsf|hta|cpl|lnk|msi|jar|ps1)$|\.(?:scr|pif)$/i;

/** Why a mail must not go further by itself; null when nothing is wrong with it. */
export function findQuarantineReason(
  mail: ParsedMail<unknown>,
  marks: OwnMarks,
  isFromOurDomain: boolean,
): string | null {
  if (marks.forged) return `${marks.forged}.`;
  if (isFromOurDomain) return `It claims to come from ${mail.from?.email ?? "us"}, but we did not send it.`;
  const size = mail.attachments.reduce((sum, attachment) => sum + attachment.size, 0);
  if (size > limits.mailSizeBytes) return `Its attachments are larger than ${limits.mailSizeBytes / 1024 / 1024} MB.`;
  const disguised = mail.attachments.find(({ name }) => disguisedProgram.test(name));
  if (disguised) return `It holds a program that poses as a document: ${disguised.name}.`;
  return null;
}
