import { domainOrder, testSupport } from "../../../house.ts";
import { domainsPath, folderIn } from "../find-room.ts";
import type { Rule } from "../rule.ts";
import { isTest } from "../source-tree.ts";

/** The list of the domains, the only file that knows their manifests. */
const list = "server/src/domains.ts";

/** A domain knows only earlier domains, and everyone enters a domain by its index.ts. */
export const domainDoors: Rule = {
  name: "domain-doors",
  why: "earlier domains only, and only by index.ts: no cycles, and the inside of a domain may change freely",
  good: [
    { path: "server/src/domains/intake/add-reply.ts", source: 'import { touch } from "../tickets/index.ts";\n' },
    { path: "server/src/domains/tickets/index.ts", source: 'export { touch } from "./touch.ts";\n' },
    { path: "server/src/domains.ts", source: 'import { tickets } from "./domains/tickets/tickets.domain.ts";\n' },
    {
      path: "server/src/testing/example-arguments.ts",
      source: 'import { insertTicket } from "../domains/tickets/tickets.queries.ts";\n',
    },
  ],
  bad: [
    {
      path: "server/src/testing/desk.ts",
      source: 'import { touch } from "../domains/tickets/touch.ts";\n',
    },
    { path: "server/src/domains/tickets/close.ts", source: 'import { addReply } from "../intake/index.ts";\n' },
    { path: "server/src/domains/intake/add-reply.ts", source: 'import { touch } from "../tickets/touch.ts";\n' },
    {
      path: "server/src/domains/intake/list.ts",
      source: 'import type { Row } from "../tickets/tickets.queries.ts";\n',
    },
    { path: "server/src/domains/search/intake.ts", source: 'import { jobs } from "../tickets/tickets.jobs.ts";\n' },
    { path: "server/src/app.ts", source: 'import { routes } from "./domains/tickets/tickets.routes.ts";\n' },
    { path: "server/src/worker.ts", source: 'import { tickets } from "./domains/tickets/tickets.domain.ts";\n' },
    { path: "server/src/domains.ts", source: 'import { touch } from "./domains/tickets/touch.ts";\n' },
    { path: "server/src/domains/tickets/tickets.test.ts", source: 'import { touch } from "../intake/accept.ts";\n' },
    { path: "scripts/mail-try.ts", source: 'import { intake } from "../server/src/domains/search/intake.ts";\n' },
  ],
  check: (tree) =>
    tree.code.flatMap((file) =>
      file.imports.flatMap((each) => {
        const detail = each.target && problem(file.path, each.target);
        return detail ? [{ path: file.path, line: file.lineAt(each.offset), detail }] : [];
      }),
    ),
};

function problem(path: string, target: string): string | undefined {
  const to = folderIn(domainsPath, target);
  const from = folderIn(domainsPath, path);
  if (to === undefined || to === from) return undefined;
  const isListed = path === list && target === `${domainsPath}/${to}/${to}.domain.ts`;
  // The proof that no query crosses tenants runs every query.
  const isProven = testSupport.test(path) && target.endsWith(".queries.ts");
  if (target !== `${domainsPath}/${to}/index.ts` && !isListed && !isProven)
    return `enter ${to} by its index.ts, not ${target}`;
  // Tests build their data with any domain.
  if (from === undefined || isTest(path) || testSupport.test(path)) return undefined;
  return domainOrder.indexOf(to) < domainOrder.indexOf(from)
    ? undefined
    : `${from} stands before ${to}; send an event instead`;
}
