import { globSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { docsPath } from "@deskhand/contract/pages";
import { Html, html } from "@deskhand/email/html";
import type { FastifyInstance, FastifyReply } from "fastify";
import type { Token } from "markdown-it";
import MarkdownIt from "markdown-it";
import { sendStyledPage } from "../../../platform/http/styled-page.ts";

const folder = join(import.meta.dirname, "../../../../../docs");

const style = `body{background:#0b0d12;color:#e7eaf0;font:15px/24px "Inter Variable",system-ui,sans-serif;max-width:880px;margin:0 auto;padding:24px 16px 64px;overflow-wrap:anywhere}
a{color:#7c8cff}nav{display:flex;flex-wrap:wrap;gap:4px 16px;border-bottom:1px solid #252b38;padding-bottom:12px;font-size:14px}
h1{font-size:28px;line-height:36px}h2{font-size:20px;margin-top:40px}h3{font-size:16px;margin-top:28px}
code{background:#171b24;border-radius:4px;padding:1px 4px;font-size:13px}pre{background:#171b24;border-radius:10px;padding:12px 16px;overflow-x:auto}pre code{padding:0}
.wide{overflow-x:auto}table{border-collapse:collapse;min-width:100%;font-size:14px;line-height:20px;overflow-wrap:normal}th,td{text-align:left;vertical-align:top;padding:8px 12px 8px 0;border-top:1px solid #252b38}
@media (width < 640px),(pointer: coarse){nav a,.contents a{display:inline-block;box-sizing:border-box;min-width:40px;min-height:40px;align-content:center}}`;

type Documentation = { docs: ReadonlyMap<string, Doc>; chief: string[] };
let read: Documentation | undefined;

/** The repository's documentation, for everybody to read (docs/product.md#help-center). */
export function docsRoutes(http: FastifyInstance): void {
  http.get(docsPath, (_request, reply) => sendDoc(reply, { title: "Deskhand documentation", html: contentsPage() }));
  http.get<{ Params: { "*": string } }>(`${docsPath}/*`, ({ params }, reply) => {
    const doc = documentation().docs.get(params["*"]);
    return doc ? sendDoc(reply, doc) : reply.header("cache-control", "no-cache").redirect(docsPath);
  });
}

/** All pages by path, and those that are no decision records; read once. */
function documentation(): Documentation {
  read ??= readDocumentation();
  return read;
}

function readDocumentation(): Documentation {
  const paths = globSync("{*,decisions/*}.md", { cwd: folder })
    .map((path) => path.replaceAll("\\", "/").replace(/\.md$/, ""))
    .sort();
  const knownPaths = new Set(paths);
  const page = (path: string) =>
    renderDoc(path, readFileSync(join(folder, `${path}.md`), "utf8"), (other) => knownPaths.has(other));
  return {
    docs: new Map(paths.map((path) => [path, page(path)])),
    chief: paths.filter((path) => !path.includes("/")),
  };
}

function contentsPage(): string {
  const { docs, chief } = documentation();
  const list = (paths: readonly string[]) =>
    html`<ul class="contents">${paths.map((path) => html`<li><a href="${docsPath}/${path}">${docs.get(path)?.title}</a></li>`)}</ul>`;
  const decisions = [...docs.keys()].filter((path) => !chief.includes(path));
  return html`<h1>Deskhand documentation</h1>${list(chief)}<h2>Why things are as they are</h2>${list(decisions)}`.text;
}

function sendDoc(reply: FastifyReply, { title, html: text }: Doc): FastifyReply {
  // Makes what scrolls sideways on a phone reachable by keyboard.
  const wide = text
    .replaceAll("<table>", '<div class="wide" role="group" aria-label="Table" tabindex="0"><table>')
    .replaceAll("</table>", "</table></div>")
    .replaceAll("<pre>", '<pre tabindex="0">');
  const page = html`<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title} · Deskhand</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>${new Html(style)}</style></head><body>
<nav aria-label="Documentation"><a href="/">Deskhand</a><a href="${docsPath}">Documentation</a><a href="/api/docs">API</a></nav>
<main>${new Html(wide)}</main></body></html>`;
  return sendStyledPage(reply.header("cache-control", "public, max-age=300"), style, page.text);
}

/** A page of the documentation. */
type Doc = { title: string; html: string };

// May contain HTML, unlike a help article: it is the repository's own, and its page runs no scripts.
const markdown = new MarkdownIt({ html: true });

/** Renders a page of the documentation; `path` is its place below the documentation's folder, without its ending. */
function renderDoc(path: string, source: string, isDoc: (path: string) => boolean): Doc {
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

/** Links to other pages lead there; links to source files lead nowhere, as the source is not served. */
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
