import { composeBody, readText } from "./compose-body.ts";
import { firstHeader, type ParsedMail } from "./parsed-mail.ts";
import { readAddresses } from "./read-addresses.ts";
import { readHeaders, readMessageIds } from "./read-headers.ts";
import { isReportPart, type Part } from "./read-parts.ts";
import { readSoleFrom } from "./read-sole-from.ts";

/** Puts a message together from the tree of its parts. */
export function describeMessage<Stored>(root: Part<Stored>): ParsedMail<Stored> {
  const lines = root.node.headers ? root.node.headers.getList() : [];
  const headers = readHeaders(lines);
  const parts = [...walk(root)];
  const body = composeBody(root);
  const attachments = parts.flatMap(({ attachment }) => (attachment ? [attachment] : []));
  for (const attachment of attachments) {
    if (attachment.contentId && body.html?.includes(`cid:${attachment.contentId}`)) attachment.isInline = true;
  }
  return {
    messageId: readMessageIds(headers["message-id"])[0] ?? null,
    inReplyTo: readMessageIds(headers["in-reply-to"]),
    references: readMessageIds(headers.references),
    subject: (firstHeader(headers, "subject") ?? "").replace(/\s+/g, " ").trim(),
    from: readAddresses(headers.from)[0] ?? null,
    soleFrom: readSoleFrom(lines, headers),
    sender: readAddresses(headers.sender)[0] ?? null,
    replyTo: readAddresses(headers["reply-to"]),
    headers,
    contentType: root.contentType,
    reportType: readReportType(firstHeader(headers, "content-type")),
    text: body.text.trim() === "" && body.html === null ? readNamedText(parts) || body.text : body.text,
    html: body.html,
    reports: parts
      .filter(({ contentType }) => isReportPart(contentType))
      .map((part) => ({ contentType: part.contentType, text: readText(part) })),
    attachments,
  };
}

function* walk<Stored>(part: Part<Stored>): Generator<Part<Stored>> {
  yield part;
  for (const child of part.children) yield* walk(child);
}

// A message whose only text is a named file (some scanners and phones send so) is still readable in the desk.
function readNamedText<Stored>(parts: Part<Stored>[]): string {
  const named = parts.find((part) => part.attachment && part.contentType === "text/plain" && !part.head.isCut);
  return named ? readText(named) : "";
}

function readReportType(contentType: string | null): string | null {
  return /;\s*report-type\s*=\s*"?([\w-]{1,64})/i.exec(contentType ?? "")?.[1]?.toLowerCase() ?? null;
}
