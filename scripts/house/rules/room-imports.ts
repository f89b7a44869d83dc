import { isBuiltin } from "node:module";
import { domainExtraPackages, type Room } from "../../../house.ts";
import { domainsPath, findRoom, folderIn } from "../find-room.ts";
import { type Import, packageOf } from "../read-imports.ts";
import type { Rule } from "../rule.ts";
import { isTest } from "../source-tree.ts";

const testPackages = ["vitest", "fast-check"];
const alias = /^(?:@\/|~|#|\/|file:|https?:)/;
const serverRooms = ["server", "testing", "platform", "domains", "db", "contract", "email", "stand-ins"];

/** Each room imports only the rooms and packages that house.ts allows it. */
export const roomImports: Rule = {
  name: "room-imports",
  why: "a file's path says what it may touch; one import across a wall makes two rooms one",
  good: [
    { path: "contract/src/tickets.ts", source: 'import { z } from "zod";\nexport const title = z.string();\n' },
    { path: "server/src/domains/tickets/list.ts", source: 'import { limits } from "@deskhand/contract/limits";\n' },
    {
      path: "server/src/domains/tickets/tickets.isolation.ts",
      source: 'import { makeTicket } from "../../testing/test-desk.ts";\n',
    },
    { path: "web/src/lib/client.test.ts", source: 'import { readFileSync } from "node:fs";\n' },
    { path: "web/src/ui/menu.browser.test.tsx", source: 'import { fakeServer } from "../testing/fake-server.ts";\n' },
  ],
  bad: [
    { path: "contract/src/tickets.ts", source: 'import { Pool } from "pg";\n' },
    { path: "contract/src/hash.ts", source: 'import { createHash } from "node:crypto";\n' },
    {
      path: "web/src/features/tickets/list.ts",
      source: 'import { list } from "@deskhand/server/domains/tickets/index";\n',
    },
    { path: "server/src/platform/page.ts", source: 'export { list } from "../../../web/src/app/list.ts";\n' },
    { path: "server/src/app.ts", source: 'import { openDesk } from "./testing/open-desk.ts";\n' },
    {
      path: "server/src/domains/tickets/list.ts",
      source: 'import { isolation } from "./tickets.isolation.ts";\n',
    },
    { path: "server/src/platform/log.ts", source: 'import type { Ticket } from "../domains/tickets/index.ts";\n' },
    { path: "web/src/ui/button.tsx", source: 'type Ticket = import("@deskhand/contract/tickets").Ticket;\n' },
    { path: "web/src/lib/api.ts", source: 'import { fakeServer } from "../testing/fake-server.ts";\n' },
    { path: "web/src/lib/session.ts", source: 'const app = await import("../app/shell.tsx");\n' },
    { path: "email/src/reply.ts", source: 'import nodemailer from "nodemailer";\n' },
    { path: "server/src/domains/tickets/list.ts", source: 'import lodash from "lodash";\n' },
    { path: "web/src/app/shell.tsx", source: 'import { list } from "@/features/tickets/list.tsx";\n' },
    { path: "e2e/journey.spec.ts", source: 'import { pool } from "../server/src/platform/db.ts";\n' },
    { path: "stand-ins/shopify.ts", source: 'import { start } from "../scripts/start.ts";\n' },
  ],
  check: (tree) =>
    tree.code.flatMap((file) => {
      const room = findRoom(file.path);
      if (!room) return [];
      return file.imports.flatMap((each) => {
        const detail =
          each.target === undefined ? wrongPackage(file.path, room, each) : wrongRoom(file.path, room, each.target);
        return detail ? [{ path: file.path, line: file.lineAt(each.offset), detail }] : [];
      });
    }),
};

function wrongRoom(path: string, room: Room, target: string): string | undefined {
  if (isTest(target) && !isTest(path)) return `${target} is for tests alone`;
  const other = findRoom(target)?.name ?? (target === "house.ts" ? "house" : undefined);
  if (other === room.name || (other && room.rooms.includes(other))) return undefined;
  if (other && testRooms(path).includes(other)) return undefined;
  return `${room.name} may not import ${other ?? target}`;
}

/** The server's tests go through HTTP, so they start all of it; tests of components use a stand-in server. */
function testRooms(path: string): readonly string[] {
  if (!isTest(path)) return [];
  return path.startsWith("server/") ? serverRooms : ["web/testing"];
}

function wrongPackage(path: string, room: Room, { specifier }: Import): string | undefined {
  if (alias.test(specifier)) return `${specifier} hides where it leads; use a relative path or a package name`;
  if (isBuiltin(specifier)) return room.node || isTest(path) ? undefined : `${room.name} may not import ${specifier}`;
  const name = packageOf(specifier);
  if (room.packages === "any" || room.packages.includes(name)) return undefined;
  const domain = folderIn(domainsPath, path);
  if (domain && domainExtraPackages[domain]?.includes(name)) return undefined;
  if (isTest(path) && (testPackages.includes(name) || room.name === "domains")) return undefined;
  return `${domain ?? room.name} may not import the package ${name}`;
}
