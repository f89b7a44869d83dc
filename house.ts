import { readFileSync } from "node:fs";

/**
 * The house, as data: its rooms, the order of the domains, who writes which table, and the limits on files.
 * `scripts/check-house.ts` enforces it. Change a rule only together with a decision record in docs/decisions/.
 */

/** A folder with one purpose, and what its files may import. A file belongs to the room with the longest matching path. */
export interface Room {
  readonly name: string;
  readonly path: string;
  /** Names of the other rooms that this one may import. Its own files are always allowed. */
  readonly rooms: readonly string[];
  /** npm packages (and everything under them) that it may import; "any" leaves the choice to review. */
  readonly packages: readonly string[] | "any";
  /** Whether it may import Node's own modules; the browser has none. */
  readonly node: boolean;
  /** Whether files may lie in it directly. */
  readonly files: boolean;
  /** Sub-folders that may exist; "any" where a room arranges itself. */
  readonly folders: readonly string[] | "any";
}

const domainsFolder = new URL("server/src/domains/", import.meta.url);

/** The domains, in the order of `server/src/domains.ts`: each imports only those before it, so no cycle is possible. */
export const domainOrder: readonly string[] = readList(
  new URL("../domains.ts", domainsFolder),
  /\bdomains\b[^=]*=\s*\[([^\]]*)\]/,
  /\w+/g,
).map((name) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`));

/** Packages that every domain may use: they describe data, and reach nothing outside; Fastify is for routes that stream. */
const domainPackages = ["fastify", "zod", "kysely"];

/** What runs around the product takes what it needs. */
const tools = { packages: "any", node: true, folders: "any" } as const;

export const rooms: readonly Room[] = [
  // A folder each for: the administration, what a sign-in takes beyond a password, what people are told about the product and
  // tell of it, what resources are made of, what an agent's day takes beyond a ticket, how searches and addresses are written,
  // how a text names orders and parcels, how a reply is compared with them, what customers are asked for, what a day begins with, and
  // where mail is taken from.
  room("contract", "contract/src", {
    packages: ["zod", "@orpc/contract"],
    folders: [
      "actions",
      "admin",
      "sign-in",
      "help",
      "knowledge",
      "desk",
      "search",
      "addresses",
      "targets",
      "mentions",
      "checking",
      "ratings",
      "home",
      "reports",
      "mailboxes",
    ],
  }),
  room("db", "db", { folders: ["migrations", "functions"] }),
  room("email", "email/src", { packages: ["html-to-text"] }),
  room("platform", "server/src/platform", {
    // Of the mails' room only the tag that writes HTML.
    rooms: ["contract", "db", "email"],
    packages: "any",
    node: true,
    folders: "any",
  }),
  room("domains", "server/src/domains", {
    rooms: ["platform", "contract", "email"],
    packages: domainPackages,
    node: true,
    files: false,
    folders: domainOrder,
  }),
  // The store that a new installation is filled with. Of the stand-ins it knows Shopify's types, nothing that runs.
  room("demo", "server/src/demo", {
    rooms: ["domains", "platform", "contract", "stand-ins"],
    node: true,
    folders: ["conversations"],
  }),
  room("server", "server/src", {
    rooms: ["domains", "demo", "platform", "contract", "db"],
    packages: "any",
    node: true,
    folders: ["platform", "domains", "demo", "testing"],
  }),
  // The desk of the tests. What serves customers may not import it.
  room("testing", "server/src/testing", {
    rooms: ["server", "domains", "platform", "contract", "stand-ins"],
    packages: "any",
    node: true,
    folders: [
      "costs",
      "incidents",
      "isolation",
      "labels",
      "polish",
      "queries",
      "run",
      "situations",
      "store",
      "strangers",
    ],
  }),
  room("web/ui", "web/src/ui", {
    packages: ["react", "react-dom", "react-aria", "react-stately", "lucide-react", "recharts"],
    folders: "any",
  }),
  room("web/lib", "web/src/lib", { rooms: ["contract"], packages: "any", folders: "any" }),
  // What the screens of every section are made of: lists and forms that know how calls fail and keys are pressed, and no tickets.
  room("web/screens", "web/src/screens", { rooms: ["web/lib", "web/ui", "contract"], packages: "any", folders: "any" }),
  // What the product speaks of: how a ticket, a customer, a person is worded, shown, linked and fetched, whoever shows it.
  room("web/entities", "web/src/entities", {
    rooms: ["web/lib", "web/ui", "contract"],
    packages: "any",
    files: false,
    folders: ["ticket", "customer", "order", "person"],
  }),
  room("web/features", "web/src/features", {
    rooms: ["web/entities", "web/screens", "web/lib", "web/ui", "contract"],
    packages: "any",
    files: false,
    folders: domainOrder,
  }),
  room("web/app", "web/src/app", {
    rooms: ["web/features", "web/entities", "web/screens", "web/lib", "web/ui", "contract"],
    packages: "any",
    folders: "any",
  }),
  // The server and the ticket that component tests have around a component. Only tests may import it.
  room("web/testing", "web/src/testing", {
    rooms: ["web/features", "web/lib", "web/ui", "contract"],
    packages: "any",
  }),
  // The public pages, of which the build makes plain HTML. The plans stand where they are chosen.
  room("web/landing", "web/src/landing", { rooms: ["web/features", "web/ui"], packages: "any", folders: ["shots"] }),
  room("web/pages", "web/src", {
    rooms: ["web/app", "web/features"],
    packages: "any",
    folders: ["app", "features", "entities", "screens", "ui", "lib", "testing", "landing"],
  }),
  room("stand-ins", "stand-ins", tools),
  room("e2e", "e2e", { ...tools, rooms: ["contract", "email", "stand-ins"] }),
  room("faults", "faults", { ...tools, rooms: ["e2e", "stand-ins", "platform", "testing"] }),
  room("bench", "bench", {
    ...tools,
    rooms: ["stand-ins", "contract", "email", "platform", "domains", "server", "testing", "web/features"],
  }),
  room("scripts", "scripts", {
    ...tools,
    rooms: ["house", "contract", "platform", "domains", "server", "testing", "demo"],
  }),
  room("docs", "docs", { folders: "any" }),
  room(".ci", ".ci", {}),
  // The folders of the workspaces hold their configuration; their code is in src/.
  room("contract/config", "contract", { packages: "any", node: true, folders: ["src"] }),
  room("email/config", "email", { packages: "any", node: true, folders: ["src"] }),
  room("server/config", "server", { packages: "any", node: true, folders: ["src"] }),
  room("web/config", "web", { ...tools, rooms: ["contract", "web/landing", "e2e"], folders: ["src", "public"] }),
  room("web/public", "web/public", { folders: "any" }),
];

const dictionaries = "en en-gb de es fr it nl pl pt".split(" ").map((language) => `dictionary-${language}`);

/** Packages beyond `domainPackages` that one domain needs for its purpose. */
export const domainExtraPackages: Readonly<Record<string, readonly string[]>> = {
  auth: ["better-auth", "@better-auth/core", "@better-auth/passkey", "@node-rs/argon2", "file-type", "p-limit"],
  knowledge: ["file-type"],
  help: ["markdown-it"],
  // An SVG logo is drawn by resvg, with Inter for its texts.
  outgoing: ["sanitize-html", "file-type", "htmlparser2", "@resvg/resvg-wasm"],
  shopify: ["p-limit"],
  intake: [
    "mailauth",
    "tldts",
    "jschardet",
    "mime-db",
    "file-type",
    "iconv-lite",
    "libqp",
    "htmlparser2",
    "@fastify/busboy",
    ...["p-limit", "yauzl", "ical.js"],
  ],
  polish: ["harper.js", "hunspell-wasm", "diff", ...dictionaries],
};

/** Test support, also a domain's own: like tests, it may reach every room of the server, write any table and read the environment. */
export const testSupport = /^server\/src\/testing\/|\.isolation\.ts$/;

const platformTables = [
  ...["installation_keys", "server_parts", "events", "event_counters", "schema_migrations", "schema_functions"],
  ...["files", "file_chunks"],
];

/** A table, and who says that they write it. */
type Claim = { table: string; owner: string };

const claims: Claim[] = [
  ...domainOrder.flatMap((owner) =>
    readList(new URL(`${owner}/${owner}.domain.ts`, domainsFolder), /\btables: \[([^\]]*)\]/, /\w+/g).map((table) => ({
      table,
      owner,
    })),
  ),
  ...platformTables.map((table) => ({ table, owner: "platform" })),
];

/**
 * Who may write a table: the domains that name it among the `tables` of their manifest, or "platform". Reading is free for later domains
 * (`later-tables`).
 */
export const tableOwners: ReadonlyMap<string, readonly Claim[]> = Map.groupBy(claims, ({ table }) => table);

/** Files of an earlier domain that name tables of later ones all the same, each with its reason. This list only shrinks. */
export const laterTables: Readonly<Record<string, { names: readonly string[]; why: string }>> = {};

/**
 * Statements that stand as text in files of their own, each with what that buys: they are what is asked most, and a query
 * that is built anew for each request costs about 50 µs, a tenth of the shortest. All others are built with Kysely.
 */
export const measuredStatements: Readonly<Record<string, string>> = {
  "server/src/domains/auth/session.sql": "every request begins with it, outside a transaction",
  "server/src/domains/customers/found-customers.sql": "2,100 searches of customers a second",
  "server/src/domains/dashboard/metrics.sql": "2,900 dashboards a second; no builder has its filters and casts shorter",
  "server/src/domains/knowledge/resource-list.sql": "one statement for list, categories and tags",
  "server/src/domains/reports/count/add-to-sums.sql":
    "the sums of a hundred tickets change in one round trip, in which most of what they were cancels out",
  "server/src/domains/reports/count/history.sql":
    "every ticket that changed is read by it, with its whole trail, a hundred at a time",
  "server/src/domains/rules/facts.sql": "every mail and every change asks for it, where a store has rules",
  "server/src/domains/search/find-everything.sql": "one round trip for three searches: 490 a second, as one types",
  "server/src/domains/tickets/detail/ticket-detail.sql": "a ticket with its thread in one round trip: 3,700 a second",
  "server/src/domains/tickets/list/found-tickets.sql": "1,400 searches of the list a second",
  "server/src/domains/tickets/list/paged-tickets.sql": "as many pages of each order and queue as of the plain list",
  "server/src/domains/tickets/list/ticket-page.sql": "2,500 first pages a second",
};

/** Size budgets in lines. The median and the 90th percentile are reported; a file over the maximum fails, and a folder with more files. */
export const sizes = { median: 80, p90: 200, max: 400, filesInFolder: 25 } as const;

/** Files over the maximum, each with its reason. This list only shrinks: an entry that is no longer needed fails too. */
export const longFiles: Readonly<Record<string, string>> = {};

/**
 * Tests and what they stand on ask no clock and sleep for no number: time is passed in, and what is waited for is an event. These
 * files and folders may, each for its reason. This list only shrinks: an entry that is no longer needed fails too.
 */
export const clockPlaces: Readonly<Record<string, string>> = {
  "web/src/testing/stop-clock.ts": "the dates of the past and the future that screens are shown with",
  "server/src/testing/from-now.ts": "where the tests of the server learn what time it is; waits for the next day",
  "server/src/testing/own-time-of.ts": "processor time of one thread, whose bound is ten times what it takes",
  "server/src/testing/take-mail.ts": "the pause between two looks, which only the test's own end cuts off",
  "server/src/testing/test-databases.ts": "the pause between two looks at who is still connected",
  "server/src/testing/spawn-desk.ts": "ends a process that does not start",
  "e2e/running-server.ts": "ends a process that does not start",
  "server/src/platform/db/patience.attack.test.ts": "the database's own pg_sleep, which its patience cuts off",
  "server/src/platform/jobs/standing-workers.test.ts": "only time makes a worker stand that does not ask",
  "server/src/domains/outgoing/sending/delivery-slots.test.ts": "turns a clock of its own",
  "faults/": "whole processes are killed at random moments, and how soon all is well again is what is measured",
};

const schemaFiles = ["db/schema.sql", "db/access.sql", "server/src/platform/db/database.ts"];
/** Files that a program writes: exempt from size and naming. */
export const generatedFiles: readonly string[] = [...schemaFiles, "db/releases.json", "package-lock.json"];

/** What may stand between the name and the extension: `tickets.routes.ts`. */
export const suffixes = {
  domains: ["domain", "routes", "queries", "policy", "jobs", "isolation", "attack", "test"],
  e2e: ["spec", "test", "config"],
  elsewhere: ["attack", "test", "browser", "config", "d"],
} as const;

/** Words that say nothing about what a file does. */
export const forbiddenNames = ["utils", "util", "helpers", "helper", "common", "manager", "service", "misc"] as const;

/** Files at the root; anything else there needs a room. */
export const rootFiles: readonly string[] = [
  ...["README.md", "CHANGELOG.md", "STYLE.md", "CONTRIBUTING.md", "LICENSE", "house.ts", "biome.json", "knip.json"],
  ...[".gitignore", ".npmrc", "package.json", "package-lock.json"],
  ...["tsconfig.json", "tsconfig.base.json", "vitest.config.ts"],
];

/** Folders that are not source: installed, built, or the running product's data. */
export const ignoredFolders: readonly string[] = [
  ...[".git", ".vite", "node_modules", "dist", "coverage", "data"],
  ...["bench/output", "e2e/output"],
];

function room(name: string, path: string, rest: Partial<Omit<Room, "name" | "path">>): Room {
  return { name, path, rooms: [], packages: [], node: false, files: true, folders: [], ...rest };
}

/** What stands in a list of a source file. */
function readList(file: URL, list: RegExp, entry: RegExp): string[] {
  return list.exec(readFileSync(file, "utf8"))?.[1]?.match(entry) ?? [];
}
