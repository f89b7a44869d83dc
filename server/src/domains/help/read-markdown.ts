import MarkdownIt, { type Token } from "markdown-it";

/** What an article's Markdown says. */
type ReadMarkdown = {
  /** Without anything that runs: HTML in the Markdown is text. */
  html: string;
  /** Its words alone. */
  text: string;
  /** The words of its first paragraph. */
  summary: string;
};

const markdown = new MarkdownIt({ html: false, typographer: false });
// A link to another article is one to its file, so that it leads there in the repository too.
markdown.core.ruler.push("article-links", ({ tokens }) => {
  for (const link of tokens.flatMap(({ children }) => children ?? [])) {
    if (link.type === "link_open") setTarget(link);
  }
});

function setTarget(link: Token): void {
  const address = String(link.attrGet("href"));
  const article = /^(?:\.\.\/[a-z-]+\/)?([a-z0-9-]+)\.md$/.exec(address)?.[1];
  if (article !== undefined) link.attrSet("href", `/dashboard/help?article=${article}`);
  if (/^https?:/.test(address)) {
    link.attrSet("target", "_blank");
    link.attrSet("rel", "noreferrer");
  }
}

/** Reads the Markdown of an article (CommonMark, with tables). */
export function readMarkdown(source: string): ReadMarkdown {
  const tokens = markdown.parse(source, {});
  const blocks = tokens
    .filter(({ type }) => type === "inline")
    .map(({ children }) =>
      (children ?? []).map(({ type, content }) => (type === "softbreak" ? " " : content)).join(""),
    );
  return {
    html: markdown.renderer.render(tokens, markdown.options, {}),
    text: blocks.join("\n"),
    summary: blocks[0] ?? "",
  };
}
