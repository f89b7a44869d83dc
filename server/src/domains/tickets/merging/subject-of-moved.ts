import { bareSubject, cleanSubject } from "@deskhand/contract/desk/subjects";
import { limits } from "@deskhand/contract/limits";
import { hasVisible } from "@deskhand/contract/page";
import { previewText } from "../rows/preview-text.ts";

/**
 * The subject of a message that gets a ticket of its own: its mail's, where that is another one than that of the ticket it
 * leaves, else the message's first words (docs/product.md#moving-a-message).
 */
export function subjectOfMoved(mailSubject: string | null, ofTicket: string, content: string): string {
  const own = bareSubject(mailSubject ?? "");
  return own === "" || isOf(own, bareSubject(ofTicket)) ? cut(firstWords(content)) : cleanSubject(own);
}

// Tickets of before kept the first hundred characters of a long subject, the last three of them as dots.
function isOf(own: string, ofTicket: string): boolean {
  const known = ofTicket.toLowerCase();
  return known === own.toLowerCase() || known === cut(own).toLowerCase();
}

// A preview leaves out what is too short to tell anything; a subject has to be something.
function firstWords(content: string): string {
  const preview = previewText(content);
  if (preview !== previewText("")) return preview;
  const line = content.split("\n").find((one) => hasVisible(one));
  return line === undefined ? "No Subject" : line.replace(/\s+/g, " ").trim();
}

function cut(text: string): string {
  const characters = [...text];
  const { subjectOnCard: most } = limits;
  if (characters.length <= most) return text;
  return `${characters
    .slice(0, most - 3)
    .join("")
    .trimEnd()}...`;
}
