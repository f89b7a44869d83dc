import { compile } from "html-to-text";

type Leaf = { kind: "text"; text: string; start: number } | { kind: "void"; name: string; html: string; start: number };
type Element = { kind: "element"; name: string; open: string; children: Node[]; start: number };
type Node = Leaf | Element;

/** A signature taken apart: how it reads, and where in that its links end. */
export interface SignatureTree {
  readonly nodes: readonly Node[];
  /** One line for each on the screen; a picture is one sign that belongs to no word. */
  readonly text: string;
  readonly links: readonly { readonly at: number; readonly href: string }[];
}

const blocks = new Set("p div ul ol li h1 h2 h3 h4 table thead tbody tr td th hr".split(" "));
const voids = new Set(["br", "hr", "img"]);
const picture = "\ufffc";

/** Takes the HTML of a sanitised signature apart: its attributes hold neither `<` nor `>`. */
export function readSignature(html: string): SignatureTree {
  const root: Element = { kind: "element", name: "", open: "", children: [], start: 0 };
  const open = [root];
  const links: { at: number; href: string }[] = [];
  let text = "";
  const close = (element: Element) => {
    const href = element.name === "a" && /\shref="([^"]*)"/i.exec(element.open)?.[1];
    if (href) links.push({ at: text.length, href: decoded(href) });
    if (blocks.has(element.name)) text += "\n";
  };
  for (const [piece] of html.matchAll(/<[^<>]*>|[^<]+|</g)) {
    const within = open.at(-1) ?? root;
    const tag = /^<(\/?)([a-z][a-z0-9]*)/i.exec(piece);
    const name = tag?.[2]?.toLowerCase() ?? "";
    if (!tag) {
      const words = decoded(piece).replace(/[\t\n\r]/g, " ");
      within.children.push({ kind: "text", text: words, start: text.length });
      text += words;
    } else if (tag[1] === "/") {
      if (!open.some((element) => element.name === name)) continue;
      for (let last = open.pop(); last; last = open.pop()) {
        close(last);
        if (last.name === name) break;
      }
    } else {
      if (blocks.has(name)) text += "\n";
      if (voids.has(name)) {
        within.children.push({ kind: "void", name, html: piece, start: text.length });
        text += name === "img" ? picture : "\n";
        continue;
      }
      const element: Element = { kind: "element", name, open: piece, children: [], start: text.length };
      within.children.push(element);
      open.push(element);
    }
  }
  return { nodes: root.children, text, links };
}

/** The signature's HTML without the words before `cut`, a place in its text, and without what held nothing but these; pictures stay. */
export function signatureFrom({ nodes }: SignatureTree, cut: number): string {
  const rest = nodes.flatMap((node) => without(node, cut));
  return rest.some(isSeen) ? rest.map(toHtml).join("").trim() : "";
}

function without(node: Node, cut: number): Node[] {
  if (node.start >= cut) return [node];
  if (node.kind === "text") return [{ ...node, text: node.text.slice(cut - node.start) }];
  if (node.kind === "void") return node.name === "br" ? [] : [node];
  const rest = { ...node, children: node.children.flatMap((child) => without(child, cut)) };
  // A cell keeps its place in its row.
  return isSeen(rest) || rest.name === "td" || rest.name === "th" ? [rest] : [];
}

function isSeen(node: Node): boolean {
  if (node.kind === "text") return /\S/.test(node.text);
  return node.kind === "void" ? node.name !== "br" : node.children.some(isSeen);
}

function toHtml(node: Node): string {
  if (node.kind === "text") return node.text.replace(/[&<>]/g, (sign) => entities[sign] ?? sign);
  if (node.kind === "void") return node.html;
  return `${node.open}${node.children.map(toHtml).join("")}</${node.name}>`;
}

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };
const read = compile({ wordwrap: false });

function decoded(text: string): string {
  // Between two letters, as blanks at an end are left out.
  return text.replace(/&(?:#\d{1,7}|#x[0-9a-f]{1,6}|[a-z][a-z0-9]{1,31});/gi, (entity) =>
    read(`x${entity}x`).slice(1, -1),
  );
}
