import { htmlToPlain } from "../text/html-to-lines.ts";

/** A part of the message's tree; leaves that are shown carry their text. */
export type BodyNode = {
  subtype: string | null;
  kind: "multipart" | "plain" | "html" | "other";
  content: string;
  children: BodyNode[];
};
type Body = { text: string | null; html: string | null };

/** The text and the HTML of a message from the tree of its parts (RFC 2046): alternatives chosen, the rest in order. */
export function composeBody(root: BodyNode): { text: string; html: string | null } {
  const { text, html } = compose(root);
  const plain = text !== null && (text.trim() !== "" || html === null) ? text : htmlToPlain(html ?? "");
  return { text: plain, html };
}

function compose(node: BodyNode): Body {
  if (node.kind === "plain") return { text: node.content, html: null };
  if (node.kind === "html") return { text: null, html: node.content };
  const bodies = node.children.map(compose).filter((body) => body.text !== null || body.html !== null);
  if (bodies.length === 0) return { text: null, html: null };
  if (bodies.length === 1 && bodies[0]) return bodies[0];
  return node.subtype === "alternative" ? chooseAlternative(bodies) : joinBodies(bodies);
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

/** Joins the soft-broken lines of a format=flowed text (RFC 3676); quote marks stay. */
export function unfoldFlowed(text: string, deleteSpace: boolean): string {
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
