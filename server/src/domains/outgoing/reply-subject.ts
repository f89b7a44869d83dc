import { limits } from "@deskhand/contract/limits";
import { withoutTicketLabel } from "./without-ticket-label.ts";

/** "Re:" as mail programs write it in other languages, also counted ("Re[2]:"), however often it was put in front. */
const answerMarks = /^(?:\s*(?:re|aw|antw|antwort|sv|vs|odp|res|ynt|回复|回覆|答复)\s*(?:\[\d+\]|\(\d+\))?\s*[:：])+/iu;

/**
 * The subject of a reply, `Re: {subject} [{ticket label}]` (spec part 1, section 7.5), with neither part doubled; a long
 * subject is cut so that the whole has at most 255 characters (section 9). The mail that opens a conversation answers
 * nothing, so it has no "Re:".
 */
export function replySubject(subject: string, ticketLabel: string, isAnswer = true): string {
  const bare = withoutTicketLabel(subject.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " "))
    .replace(answerMarks, "")
    .trim();
  const label = `[${ticketLabel}]`;
  const room = limits.emailSubjectLength - "Re:  ".length - label.length;
  return [isAnswer && "Re:", shortened(bare, room), label].filter(Boolean).join(" ");
}

function shortened(text: string, length: number): string {
  if (text.length <= length) return text;
  // A cut in the middle of a surrogate pair would leave half a character.
  return `${text
    .slice(0, length - 1)
    .replace(/[\ud800-\udbff]$/, "")
    .trimEnd()}…`;
}
