import type { Rule } from "../rule.ts";
import type { SourceTree } from "../source-tree.ts";

const productPage = "docs/product.md";
const citation = /\bproduct\.md#([\w-]+)/g;
const ownLink = /\]\(#([\w-]+)\)/g;

/** A rule of the product is cited by a heading that is there. */
export const readableSources: Rule = {
  name: "readable-sources",
  why: "a reader follows a citation to find out why; write the rule down in docs/product.md and cite its heading",
  good: [
    { path: productPage, source: "# What it does\n\n## A customer's reply\n\nSee [here](#a-customers-reply).\n" },
    { path: "server/src/domains/tickets/close.ts", source: "// See docs/product.md#a-customers-reply and RFC 5321.\n" },
  ],
  bad: [
    { path: "server/src/domains/tickets/close.ts", source: "// See docs/product.md#nowhere\n" },
    { path: productPage, source: "# What it does\n\nSee [there](#nowhere).\n" },
    { path: "docs/glossary.md", source: "See [there](product.md#nowhere).\n" },
  ],
  check(tree) {
    const anchors = anchorsOf(tree);
    return tree.files
      .filter(({ path }) => /\.(ts|tsx|mts|mjs|js|sql|css|html|md)$/.test(path) && path !== ruleFile)
      .flatMap((file) => {
        const found = [
          ...file.text.matchAll(citation),
          ...(file.path === productPage ? file.text.matchAll(ownLink) : []),
        ];
        return found
          .filter(([, anchor = ""]) => !anchors.has(anchor))
          .map(({ index, 1: anchor }) => ({
            path: file.path,
            line: file.lineAt(index),
            detail: `${productPage} has no heading #${anchor}`,
          }));
      });
  },
};

const ruleFile = "scripts/house/rules/readable-sources.ts";

/** The product page's headings as GitHub makes anchors of them. */
function anchorsOf({ files }: SourceTree): Set<string> {
  const page = files.find(({ path }) => path === productPage)?.text ?? "";
  const headings = [...page.matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) => heading.trim().toLowerCase());
  return new Set(headings.map((heading) => heading.replace(/[^\p{L}\p{N}_ -]/gu, "").replaceAll(" ", "-")));
}
