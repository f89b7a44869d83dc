import type { Rule } from "../rule.ts";
import type { SourceTree } from "../source-tree.ts";

const productPage = "docs/product.md";
const citation = /\bproduct\.md#([\w-]+)/g;
const ownLink = /\]\(#([\w-]+)\)/g;
// A document that is not in the repository, cited by parts and sections. PNG's and MIME's are public and are cited by name.
const unseen = /\bspec(?:ification)?,? \(?part \d|\bpart \d+,? sections? \d|\bthe spec(?:ification)?\b(?!\.ts)/gi;
// Released migrations never change, and the map has to name the sections that it maps.
const exempt = /^(?:db\/migrations\/|docs\/spec-map\.md$|scripts\/house\/rules\/readable-sources\.ts$)/;

/** A citation can be read: it names an existing heading of the product page, or no unavailable document. */
export const readableSources: Rule = {
  name: "readable-sources",
  why: "a reader follows a citation to find out why; write the rule down in docs/product.md and cite its heading",
  good: [
    { path: productPage, source: "# What it does\n\n## A customer's reply\n\nSee [here](#a-customers-reply).\n" },
    {
      path: "server/src/domains/tickets/close.ts",
      source: "// See docs/product.md#a-customers-reply and RFC 5321, section 4.\n",
    },
  ],
  bad: [
    { path: "server/src/domains/tickets/close.ts", source: "// See docs/product.md#nowhere\n" },
    { path: productPage, source: "# What it does\n\nSee [there](#nowhere).\n" },
    { path: "docs/glossary.md", source: "See [there](product.md#nowhere).\n" },
    { path: "server/src/domains/tickets/close.ts", source: "/** Closes a ticket (spec part 1, section 4). */\n" },
    { path: "web/src/features/tickets/list.tsx", source: "// In the words of the specification.\n" },
  ],
  check(tree) {
    const anchors = anchorsOf(tree);
    return tree.files
      .filter(({ path }) => /\.(ts|tsx|mts|mjs|js|sql|css|html|md)$/.test(path) && !exempt.test(path))
      .flatMap((file) => {
        const { path, text } = file;
        const cited = [...text.matchAll(citation), ...(path === productPage ? text.matchAll(ownLink) : [])];
        const missing = cited.filter(([, anchor = ""]) => !anchors.has(anchor));
        return [
          ...missing.map(({ index, 1: anchor }) => ({ index, detail: `${productPage} has no heading #${anchor}` })),
          ...[...text.matchAll(unseen)].map(({ index, 0: words }) => ({
            index,
            detail: `"${words}" is not here to read`,
          })),
        ].map(({ index, detail }) => ({ path, line: file.lineAt(index), detail }));
      });
  },
};

/** Returns the anchors that GitHub makes of the product page's headings. */
function anchorsOf({ files }: SourceTree): Set<string> {
  const page = files.find(({ path }) => path === productPage)?.text ?? "";
  const headings = [...page.matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) => heading.trim().toLowerCase());
  return new Set(headings.map((heading) => heading.replace(/[^\p{L}\p{N}_ -]/gu, "").replaceAll(" ", "-")));
}
