import { domainsPath, folderIn } from "../find-room.ts";
import type { Rule } from "../rule.ts";
import { isTest, type SourceTree } from "../source-tree.ts";

const thread = {
  path: "server/src/domains/tickets/thread/send.ts",
  source: 'import { touch } from "../work/touch.ts";\n',
};

/** Folders of a domain do not import each other in a circle. The domain's own files are above them, and tests may be anywhere. */
export const domainRooms: Rule = {
  name: "domain-rooms",
  why: "two folders that import each other are one folder; what both need belongs below both",
  good: [
    thread,
    { path: "server/src/domains/tickets/work/touch.ts", source: 'import { lock } from "../rows/lock.ts";\n' },
    { path: "server/src/domains/tickets/work/touch.test.ts", source: 'import { send } from "../thread/send.ts";\n' },
    { path: "server/src/domains/intake/work/read.ts", source: 'import { send } from "../thread/send.ts";\n' },
  ],
  bad: [
    {
      path: "server/src/domains/tickets/work/touch.ts",
      source: 'import type { Sent } from "../thread/send.ts";\n',
      beside: [thread],
    },
    {
      path: "server/src/domains/tickets/files/store.ts",
      source: 'import { send } from "../thread/send.ts";\n',
      beside: [
        thread,
        { path: "server/src/domains/tickets/work/delete.ts", source: 'import { remove } from "../files/store.ts";\n' },
      ],
    },
  ],
  check: (tree) => {
    const steps = stepsBetweenFolders(tree);
    const next = Map.groupBy(steps, ({ from }) => from);
    const leadsTo = (from: string, to: string, seen = new Set<string>()): boolean =>
      from === to || (!seen.has(from) && (next.get(from) ?? []).some((step) => leadsTo(step.to, to, seen.add(from))));
    return steps
      .filter(({ from, to }) => leadsTo(to, from))
      .map(({ path, line, from, to }) => ({ path, line, detail: `${to} leads back to ${from}` }));
  },
};

function stepsBetweenFolders({ code }: SourceTree) {
  return code
    .filter(({ path }) => !isTest(path))
    .flatMap((file) => {
      const from = roomOf(file.path);
      return file.imports.flatMap(({ target = "", offset }) => {
        const to = roomOf(target);
        if (!from || !to || to === from) return [];
        return [{ path: file.path, line: file.lineAt(offset), from, to }];
      });
    });
}

/** Returns the folder of a domain, such as `tickets/work`. Undefined for a domain's own files, and outside the domains. */
function roomOf(path: string): string | undefined {
  const domain = folderIn(domainsPath, path);
  const folder = domain && folderIn(`${domainsPath}/${domain}`, path);
  return folder && `${domain}/${folder}`;
}
