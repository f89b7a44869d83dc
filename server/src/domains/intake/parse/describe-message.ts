import { type BodyNode, composeBody, unfoldFlowed } from "./compose-body.ts";
import { decodeCharset } from "./decode-charset.ts";
import { firstHeader, type MailFault, type MailReport, type ParsedMail } from "./parsed-mail.ts";
import { readAddresses } from "./read-addresses.ts";
import { readHeaders, readMessageIds } from "./read-headers.ts";
import { isReportPart, type Part } from "./read-parts.ts";

/** Puts a message together from the tree of its parts. */
export function describeMessage<Stored>(root: Part<Stored>): ParsedMail<Stored> {
  const lines = root.node.headers ? root.node.headers.getList() : [];
  const headers = readHeaders(lines);
  const parts = [...walk(root)];
  const faults = new Set<MailFault>();
  const body = composeBody(toBodyNode(root, faults));
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
    sender: readAddresses(headers.sender)[0] ?? null,
    replyTo: readAddresses(headers["reply-to"]),
    to: readAddresses(headers.to),
    cc: readAddresses(headers.cc),
    date: readDate(firstHeader(headers, "date")),
    headers,
    contentType: root.contentType,
    reportType: readReportType(firstHeader(headers, "content-type")),
    text: body.text.trim() === "" && body.html === null ? readNamedText(parts) || body.text : body.text,
    html: body.html,
    reports: parts.filter((part) => isReportPart(part.contentType)).map(readReport),
    attachments,
    faults: [...faults],
  };
}

function* walk<Stored>(part: Part<Stored>): Generator<Part<Stored>> {
  yield part;
  for (const child of part.children) yield* walk(child);
}

function toBodyNode<Stored>(part: Part<Stored>, faults: Set<MailFault>): BodyNode {
  const children = part.children.map((child) => toBodyNode(child, faults));
  if (part.node.multipart) {
    // Parts were promised but their boundary never came: what is there is shown as it stands.
    if (children.length > 0 || part.head.bytes.length === 0) return multipart(part.node.multipart, children);
    faults.add("boundary_missing");
    return { ...multipart(null, []), kind: "plain", content: readText(part) };
  }
  if (part.attachment || part.head.bytes.length === 0) return multipart(null, []);
  const isHtml = part.contentType === "text/html";
  if (part.head.isCut) faults.add(isHtml ? "html_truncated" : "text_truncated");
  return { subtype: null, kind: isHtml ? "html" : "plain", content: readText(part), children };
}

function multipart(subtype: string | null, children: BodyNode[]): BodyNode {
  return { subtype, kind: "multipart", content: "", children };
}

function readText<Stored>({ node, contentType, head }: Part<Stored>): string {
  const text = decodeCharset(head.bytes, node.charset || null)
    .replace(/\r\n?/g, "\n")
    .replaceAll("\0", "");
  return node.flowed && contentType === "text/plain" ? unfoldFlowed(text, node.delSp) : text;
}

// A message whose only text is a named file (some scanners and phones send so) is still readable in the desk.
function readNamedText<Stored>(parts: Part<Stored>[]): string {
  const named = parts.find((part) => part.attachment && part.contentType === "text/plain" && !part.head.isCut);
  return named ? readText(named) : "";
}

function readReport<Stored>(part: Part<Stored>): MailReport {
  return { contentType: part.contentType, text: readText(part) };
}

function readDate(value: string | null): string | null {
  const date = new Date((value ?? "").replace(/\([^()]*\)/g, " ").trim());
  const year = date.getUTCFullYear();
  return year >= 1970 && year < 10_000 ? date.toISOString() : null;
}

function readReportType(contentType: string | null): string | null {
  return /;\s*report-type\s*=\s*"?([\w-]{1,64})/i.exec(contentType ?? "")?.[1]?.toLowerCase() ?? null;
}
