import { hasVisible } from "@deskhand/contract/page";
import { withoutTicketLabel } from "../../outgoing/index.ts";
import { previewText } from "../rows/preview-text.ts";

/** "Re:" and "Fwd:" as mail programs write them, in their languages, with a count or without. */
const marks =
  /^\s{0,10}(?:re|aw|antw|antwort|sv|vs|odp|res|ynt|fwd?|wg|tr|回复|回覆|答复|转发)\s{0,3}(?:\[\d{1,3}\]|\(\d{1,3}\)|\^\d{1,3})?\s{0,3}[:：]\s{0,10}/iu;
const longest = 100;

/**
 * The subject of a message that gets a ticket of its own: its mail's, where that is another one than that of the ticket it
 * leaves, else the message's first words (docs/product.md#moving-a-message).
 */
export function subjectOfMoved(mailSubject: string | null, ofTicket: string, content: string): string {
  const own = bare(mailSubject ?? "");
  if (own !== "" && fold(own) !== fold(bare(ofTicket))) return cut(own);
  return cut(firstWords(content));
}

// A preview leaves out what is too short to tell anything; a subject has to be something.
function firstWords(content: string): string {
  const preview = previewText(content);
  if (preview !== previewText("")) return preview;
  const line = content.split("\n").find((one) => hasVisible(one));
  return line === undefined ? "No Subject" : line.replace(/\s+/g, " ").trim();
}

function bare(subject: string): string {
  let rest = withoutTicketLabel(subject.slice(0, 2_000).replace(/\s+/g, " "));
  for (let mark = marks.exec(rest); mark; mark = marks.exec(rest)) rest = rest.slice(mark[0].length);
  return rest.trim();
}

// Tickets keep the first hundred characters of a long subject, the last three of them as dots.
function fold(subject: string): string {
  return cut(subject).toLowerCase();
}

function cut(text: string): string {
  const characters = [...text];
  return characters.length > longest
    ? `${characters
        .slice(0, longest - 3)
        .join("")
        .trimEnd()}...`
    : text;
}
