import { domainsPath, folderIn } from "../find-room.ts";
import type { Finding, Rule } from "../rule.ts";
import type { SourceTree } from "../source-tree.ts";

const list = "server/src/domains.ts";
const endpoints = "contract/src/index.ts";

/** Every domain has a manifest in the list, and every part of the contract is in `contract`. */
export const domainManifests: Rule = {
  name: "domain-manifests",
  why: "the roles of the server are loops over one list: what is not in it is not served, and nobody would notice",
  good: [
    { path: "server/src/domains/orders/orders.domain.ts", source: "export const orders = {};\n" },
    {
      path: list,
      source:
        'import { orders } from "./domains/orders/orders.domain.ts";\n' +
        'import { tickets } from "./domains/tickets/tickets.domain.ts";\n' +
        "export const domains = [orders, tickets];\n",
    },
    { path: "contract/src/people.ts", source: "export const person = {};\n" },
  ],
  bad: [
    { path: "server/src/domains/orders/index.ts", source: "export const a = 1;\n" },
    { path: list, source: "export const domains = [];\n" },
    {
      path: "contract/src/orders.ts",
      source: 'import { endpoint } from "./endpoint.ts";\nexport const orders = { endpoint };\n',
    },
  ],
  check: (tree) => [...unlistedDomains(tree), ...unlistedParts(tree)],
};

function unlistedDomains(tree: SourceTree): Finding[] {
  const listed = listedDomains(tree);
  const folders = new Set(tree.files.flatMap(({ path }) => folderIn(domainsPath, path) ?? []));
  return [...folders].flatMap((folder) => {
    const manifest = `${domainsPath}/${folder}/${folder}.domain.ts`;
    if (!tree.code.some(({ path }) => path === manifest))
      return [{ path: `${domainsPath}/${folder}/index.ts`, line: 1, detail: `there is no ${manifest}` }];
    return listed.includes(folder) ? [] : [{ path: list, line: 1, detail: `${folder} is not in the list` }];
  });
}

/** Returns the domains in the order of the list. */
function listedDomains(tree: SourceTree): string[] {
  const source = tree.code.find(({ path }) => path === list);
  const [, elements = ""] = /\bdomains\b[^=]*=\s*\[([^\]]*)\]/.exec(source?.text ?? "") ?? [];
  const imports = source?.parsed.module.staticImports ?? [];
  const folderOf = new Map(
    imports.flatMap(({ entries, moduleRequest }) =>
      entries.map(({ localName }) => [localName.value, folderIn("./domains", moduleRequest.value)]),
    ),
  );
  return (elements.match(/\w+/g) ?? []).flatMap((name) => folderOf.get(name) ?? []);
}

function unlistedParts(tree: SourceTree): Finding[] {
  const parts = tree.code.filter(
    ({ path, imports }) =>
      path.startsWith("contract/src/") && imports.some(({ target }) => target === "contract/src/endpoint.ts"),
  );
  const imported = tree.code.find(({ path }) => path === endpoints)?.imports.map(({ target }) => target) ?? [];
  return parts
    .filter(({ path }) => !imported.includes(path))
    .map(({ path }) => ({ path, line: 1, detail: `its endpoints are not in ${endpoints}` }));
}
