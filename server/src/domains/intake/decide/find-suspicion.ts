import { limits } from "@deskhand/contract/limits";
import { readAddresses } from "../parse/read-addresses.ts";
import type { ReadMail } from "../read/read-mail.ts";
import type { OwnMarks } from "./own-marks.ts";

// A document's name with a program behind it, and programs that nobody sends to a store.
const disguisedProgram =
  /\.[a-z\d]{2,4}[\s_]*\.(?:exe|com|bat|cmd|vbs|vbe|js|jse|wsf|hta|cpl|lnk|msi|jar|ps1)$|\.(?:scr|pif)$/i;

/** Why a mail must not go further by itself (docs/product.md#quarantine); null when nothing is wrong with it. */
export function findSuspicion(
  { parsed, classification }: Pick<ReadMail, "parsed" | "classification">,
  marks: OwnMarks,
  isOurDomain: (email: string) => boolean,
): string | null {
  if (marks.forged) return `${marks.forged}.`;
  // A bounce may come in the name of whom it bounces to.
  const senders = classification.kind === "bounce" ? [] : [parsed.from, ...readAddresses(parsed.headers.from)];
  const ours = senders.find((sender) => sender && isOurDomain(sender.email));
  if (ours) return `It claims to come from ${ours.email}, but we did not send it.`;
  const size = parsed.attachments.reduce((sum, attachment) => sum + attachment.size, 0);
  if (size > limits.mailSizeBytes) return `Its attachments are larger than ${limits.mailSizeBytes / 1024 / 1024} MB.`;
  const disguised = parsed.attachments.find(({ name }) => disguisedProgram.test(name));
  return disguised ? `It holds a program that poses as a document: ${disguised.name}.` : null;
}
