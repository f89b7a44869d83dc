import { htmlToPlain } from "../text/html-to-lines.ts";
import { decodeCharset } from "./decode-charset.ts";
import type { Part } from "./read-parts.ts";

type Body = { text: string | null; html: string | null };

/** The text and the HTML of a message from the tree of its parts (RFC 2046): alternatives chosen, the rest in order. */
export function composeBody(root: Part<unknown>): { text: string; html: string | null } {
  const { text, html } = compose(root);
  const plain = text !== null && (text.trim() !== "" || html === null) ? text : htmlToPlain(html ?? "");
  return { text: plain, html };
}

function compose(part: Part<unknown>): Body {
  const { node, children, head, attachment, contentType } = part;
  const isEmpty = head.bytes.length === 0;
  if (node.multipart && (children.length > 0 || isEmpty)) {
    const bodies = children.map(compose).filter((body) => body.text !== null || body.html !== null);
    if (bodies.length <= 1) return bodies[0] ?? { text: null, html: null };
    return node.multipart === "alternative" ? chooseAlternative(bodies) : joinBodies(bodies);
  }
  if (attachment || isEmpty) return { text: null, html: null };
  const content = readText(part);
  // Where parts were promised but their boundary never came, what is there is shown as it stands.
  const isHtml = contentType === "text/html" && !node.multipart;
  return isHtml ? { text: null, html: content } : { text: content, html: null };
}

/** What was kept of a part as text, its lines ended with \n. */
export function readText({ node, contentType, head }: Part<unknown>): string {
  const text = decodeCharset(head.bytes, node.charset || null)
    .replace(/\r\n?/g, "\n")
    .replaceAll("\0", "");
  return node.flowed && contentType === "text/plain" ? unfoldFlowed(text, node.delSp) : text;
}

function chooseAlternative(bodies: Body[]): Body {
  const text = bodies.find((body) => body.text !== null && body.text.trim() !== "" && body.html === null)?.text;
  const html = bodies.findLast((body) => body.html !== null && body.html.trim() !== "")?.html;
  return { text: text ?? bodies.find((body) => body.text !== null)?.text ?? null, html: html ?? null };
}

function joinBodies(bodies: Body[]): Body {
  const text = bodies.map((body) =>
    body.text?.trim() || body.html === null ? (body.text ?? "") : htmlToPlain(body.html),
  );
  const hasHtml = bodies.some((body) => body.html !== null);
  return {
    text: text.join("\n"),
    html: hasHtml ? bodies.map((body) => body.html ?? escapeText(body.text ?? "")).join("<br>\n") : null,
  };
}

function escapeText(text: string): string {
  const escaped = text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
  return `<div style="white-space: pre-wrap">${escaped}</div>`;
}

// Joins the soft-broken lines of a format=flowed text (RFC 3676); quote marks stay.
function unfoldFlowed(text: string, deleteSpace: boolean): string {
  const lines: string[] = [];
  let parts: string[] = [];
  let depth = -1;
  const close = () => {
    if (depth >= 0) lines.push(parts.join(""));
    parts = [];
    depth = -1;
  };
  for (const line of text.split("\n")) {
    const quote = /^>*/.exec(line)?.[0] ?? "";
    const content = line.slice(quote.length).replace(/^ /, "");
    const isSignature = content === "-- ";
    if (depth !== quote.length || isSignature) close();
    const isSoft = content.endsWith(" ") && !isSignature;
    if (depth < 0) parts.push(quote, quote ? " " : "");
    depth = quote.length;
    parts.push(isSoft && deleteSpace ? content.slice(0, -1) : content);
    if (!isSoft) close();
  }
  close();
  return lines.join("\n");
}
