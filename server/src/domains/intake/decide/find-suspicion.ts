import { limits } from "@deskhand/contract/limits";
import type { HeldReason } from "@deskhand/contract/vocabulary";
import type { ReadMail } from "../read/read-mail.ts";
import type { OwnMarks } from "./own-marks.ts";

// A document's name with a program behind it, and programs that nobody sends to a store.
const disguisedProgram =
  /\.[a-z\d]{2,4}[\s_]*\.(?:exe|com|bat|cmd|vbs|vbe|js|jse|wsf|hta|cpl|lnk|msi|jar|ps1)$|\.(?:scr|pif)$/i;

/** Why a mail must not go further by itself (docs/product.md#quarantine), and the limit where it is one; null when nothing is wrong with it. */
export function findSuspicion(
  { parsed, classification }: Pick<ReadMail, "parsed" | "classification">,
  marks: OwnMarks,
  isOurDomain: (email: string) => boolean,
): { reason: string; heldBy: HeldReason | null } | null {
  const heldBy = null;
  if (marks.forged) return { heldBy, reason: `${marks.forged}.` };
  // A bounce may come in the name of whom it bounces to.
  const senders = classification.kind === "bounce" ? [] : [parsed.from, ...parsed.allFrom];
  const ours = senders.find((sender) => sender && isOurDomain(sender.email));
  if (ours) return { heldBy, reason: `It claims to come from ${ours.email}, but we did not send it.` };
  // What lies in a mail that is a file as well came once.
  const own = parsed.attachments.filter(({ isWithin }) => !isWithin);
  const size = own.reduce((sum, attachment) => sum + attachment.size, 0);
  if (size > limits.mailSizeBytes) {
    return { heldBy: "size", reason: `Its attachments are larger than ${limits.mailSizeBytes / 1024 / 1024} MB.` };
  }
  const disguised = parsed.attachments.find(({ name }) => disguisedProgram.test(name));
  return disguised ? { heldBy, reason: `It holds a program that poses as a document: ${disguised.name}.` } : null;
}
