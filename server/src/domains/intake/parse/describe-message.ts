import { composeBody, readText } from "./compose-body.ts";
import { firstHeader, type ParsedMail } from "./parsed-mail.ts";
import { readAddresses } from "./read-addresses.ts";
import { readHeaders, readMessageIds } from "./read-headers.ts";
import { isReportPart, type Part } from "./read-parts.ts";
import { readSoleFrom } from "./read-sole-from.ts";

/** Puts a message together from the tree of its parts. */
export function describeMessage<Stored>(root: Part<Stored>): ParsedMail<Stored> {
  const parts = listParts(root);
  const { lines } = root.node;
  const bodyCharset = parts.find(({ node }) => node.head.charset !== null)?.node.head.charset ?? null;
  const headers = readHeaders(lines, bodyCharset);
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
    reportType: root.node.head.reportType,
    text: body.text.trim() === "" && body.html === null ? readFileText(parts) || body.text : body.text,
    html: body.html,
    reports: parts
      .filter(({ contentType }) => isReportPart(contentType))
      .map((part) => ({ contentType: part.contentType, text: readText(part) })),
    attachments,
  };
}

/** All parts in the order of the message; a list, for generators in generators take long where parts are nested deep. */
function listParts<Stored>(root: Part<Stored>): Part<Stored>[] {
  const parts: Part<Stored>[] = [];
  const add = (part: Part<Stored>) => {
    parts.push(part);
    part.children.forEach(add);
  };
  add(root);
  return parts;
}

// A message whose only text is a named file (some scanners and phones send so), or of no known type, is still readable.
function readFileText<Stored>(parts: Part<Stored>[]): string {
  const [root] = parts;
  const named = parts.find((part) => part.attachment && part.contentType === "text/plain" && !part.head.isCut);
  if (named) return readText(named);
  const isText = root?.attachment && !root.head.isCut && !/^(?:image|audio|video|message)\//.test(root.contentType);
  const text = isText ? readText(root) : "";
  return /[^\P{C}\s]|\uFFFD/u.test(text) ? "" : text;
}
