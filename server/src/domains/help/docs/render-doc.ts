import { posix } from "node:path";
import { docsPath } from "@deskhand/contract/pages";
import MarkdownIt, { type Token } from "markdown-it";

/** A page of the documentation. */
export type Doc = { title: string; html: string };

// Unlike a help article it may hold HTML: it is the repository's own, and the page around it can run nothing.
const markdown = new MarkdownIt({ html: true });

/** Reads a page of the documentation; `path` is where it is, without its ending, below the folder of all. */
export function renderDoc(path: string, source: string, isDoc: (path: string) => boolean): Doc {
  const tokens = markdown.parse(source, {});
  const title = tokens[tokens.findIndex(({ type }) => type === "heading_open") + 1]?.content ?? path;
  tokens.forEach((token, index) => {
    if (token.type === "heading_open") token.attrSet("id", anchorOf(tokens[index + 1]?.content ?? ""));
    for (const inner of token.children ?? []) if (inner.type === "link_open") setTarget(inner, path, isDoc);
  });
  return { title, html: markdown.renderer.render(tokens, markdown.options, {}) };
}

/** A heading's anchor, as GitHub makes it. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_ -]/gu, "")
    .replaceAll(" ", "-");
}

/** A link to another page leads there; one to a file of the program leads nowhere, as the program is not shown. */
function setTarget(link: Token, path: string, isDoc: (path: string) => boolean): void {
  const [address = "", anchor] = String(link.attrGet("href")).split("#");
  if (address === "" || /^[a-z]+:/.test(address)) return;
  const target = posix.join(posix.dirname(path), address.replace(/\.md$/, ""));
  if (address.endsWith(".md") && isDoc(target)) {
    link.attrSet("href", `${docsPath}/${target}${anchor === undefined ? "" : `#${anchor}`}`);
  } else {
    link.attrs = [];
  }
}
