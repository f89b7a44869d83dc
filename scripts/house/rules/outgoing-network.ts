import { testSupport } from "../../../house.ts";
import { readCode } from "../read-code.ts";
import { packageOf } from "../read-imports.ts";
import type { Rule } from "../rule.ts";
import { isTest } from "../source-tree.ts";

const networkPackages = ["undici", "axios", "got", "ws", "nodemailer", "smtp-server", "socket.io"];
const networkModules = /^(?:node:)?(?:http|https|http2|net|tls|dgram|dns)(?:\/|$)/;
// Parts of nodemailer that only read and write text.
const offline = /^nodemailer\/lib\//;
const fetchCall = /(?<![\w.$])(?:globalThis\.)?fetch\s*\(|\bnew\s+(?:WebSocket|EventSource)\s*\(/g;

/** The server calls the outside only through the platform. */
export const outgoingNetwork: Rule = {
  name: "outgoing-network",
  why: "one place to set time limits, to refuse private addresses, and to cut the network off in tests",
  good: [
    { path: "server/src/platform/http/call-out.ts", source: "export const callOut = (url: URL) => fetch(url);\n" },
    {
      path: "server/src/domains/shopify/sync.ts",
      source: "// fetch(url) would be wrong here\nawait store.fetch(id);\n",
    },
    {
      path: "server/src/domains/intake/read-addresses.ts",
      source: 'import addressparser from "nodemailer/lib/addressparser";\n',
    },
  ],
  bad: [
    { path: "server/src/domains/intake/deliver.ts", source: 'import { createTransport } from "nodemailer";\n' },
    { path: "server/src/domains/shopify/sync.ts", source: "const answer = await fetch(url);\n" },
    { path: "server/src/domains/polish/live.ts", source: 'const socket = new WebSocket("wss://model.example");\n' },
    { path: "server/src/domains/polish/ask.ts", source: "await globalThis.fetch(url);\n" },
    { path: "server/src/main.ts", source: 'import { request } from "node:https";\n' },
    { path: "server/src/domains/auth/send.ts", source: 'import { createTransport } from "nodemailer";\n' },
  ],
  check: (tree) =>
    tree.code
      .filter(({ path }) => path.startsWith("server/src/") && !path.startsWith("server/src/platform/"))
      .filter(({ path }) => !isTest(path) && !testSupport.test(path))
      .flatMap((file) => {
        const calls = [...readCode(file).matchAll(fetchCall)].map(({ index }) => ({
          offset: index,
          detail: "a call",
        }));
        const modules = file.imports
          .filter(({ specifier }) => networkModules.test(specifier) || networkPackages.includes(packageOf(specifier)))
          .filter(({ specifier }) => !offline.test(specifier))
          .map(({ specifier, offset }) => ({ offset, detail: specifier }));
        return [...calls, ...modules].map(({ offset, detail }) => ({
          path: file.path,
          line: file.lineAt(offset),
          detail: `${detail} outside the platform`,
        }));
      }),
};
