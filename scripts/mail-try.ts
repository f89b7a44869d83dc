import { createHash } from "node:crypto";
import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { readHead } from "../server/src/domains/intake/index.ts";
import { readFile as readStored } from "../server/src/platform/storage/files.ts";
import type { TestTenant } from "../server/src/testing/make-test-tenant.ts";
import { type Desk, openDesk } from "../server/src/testing/open-desk.ts";
import { startTestServer } from "../server/src/testing/test-databases.ts";
import { type TriedMail, whatBecameOf } from "./mail-try/what-became-of.ts";

// npm run mail:try -- FILE|FOLDER… [--json] [--shuffle SEED]: runs each message through the real intake into a scratch tenant of
// a scratch database, which is dropped afterwards; sends nothing.

const { values, positionals } = parseArgs({
  options: { json: { type: "boolean", default: false }, shuffle: { type: "string" } },
  allowPositionals: true,
});
if (positionals.length === 0) {
  console.error("Usage: npm run mail:try -- FILE|FOLDER… [--json] [--shuffle SEED]");
  process.exit(1);
}

const files = shuffled(await filesOf(positionals), values.shuffle);
const server = await startTestServer();
try {
  const desk = await openDesk({ roles: [], databases: await server.databases() });
  try {
    const tenant = await desk.makeTenant();
    for (const file of files) show(await tryFile(desk, tenant, file));
  } finally {
    // A mail that could not be read was printed as such.
    desk.takeErrors();
    await desk.stop();
  }
} finally {
  await server.stop();
}

async function filesOf(paths: string[]): Promise<string[]> {
  const found: string[] = [];
  for (const path of paths) {
    if (!(await stat(path)).isDirectory()) {
      found.push(path);
      continue;
    }
    const entries = await readdir(path, { recursive: true, withFileTypes: true });
    const inside = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
    found.push(...inside.sort());
  }
  return found;
}

/** Shuffles by a hash of the seed and each name, so that a seed always gives the same order. */
function shuffled(names: string[], seed: string | undefined): string[] {
  if (seed === undefined) return names;
  const rank = (name: string) => createHash("sha256").update(`${seed}:${name}`).digest("hex");
  return names
    .map((name) => ({ name, rank: rank(name) }))
    .sort((a, b) => (a.rank < b.rank ? -1 : 1))
    .map(({ name }) => name);
}

async function tryFile(desk: Desk, tenant: TestTenant, file: string): Promise<TriedMail> {
  const raw = await readFile(file);
  const started = performance.now();
  const entries = await desk.takeIn({ envelopeFrom: senderOf(raw), recipients: [tenant.address], raw });
  const ms = Math.round(performance.now() - started);
  const id = entries.get(tenant.id) ?? "";
  const tried = await desk.db.withTenant(tenant.id, (tx) => whatBecameOf(tx, id));
  for (const attachment of tried.attachments) attachment.md5 = await md5Of(desk, tenant, attachment.fileId);
  return { file, ...tried, ms };
}

/** Returns the envelope's sender: Return-Path, else From. */
function senderOf(raw: Buffer): string {
  const head = readHead(raw.subarray(0, 262_144));
  const path = head.get("return-path")?.[0];
  if (path !== undefined) return path.replace(/^<|>$/g, "").trim();
  return /[^\s<>"(),;:]{1,64}@[\w.-]{1,190}/.exec(head.get("from")?.[0] ?? "")?.[0] ?? "unknown";
}

async function md5Of(desk: Desk, tenant: TestTenant, fileId: string): Promise<string> {
  const hash = createHash("md5");
  for await (const chunk of readStored(desk.db, tenant.id, fileId)) hash.update(chunk);
  return hash.digest("hex");
}

function show({ attachments, ...tried }: TriedMail): void {
  const shown = attachments.map(({ name, size, md5, type }) => ({ name, size, md5, type }));
  const { file, state, reason, ticket, subject, from, text, full_text, ms } = tried;
  if (values.json) {
    console.log(
      JSON.stringify({ file, state, reason, ticket, subject, from, text, full_text, attachments: shown, ms }),
    );
  } else {
    console.log(`${file}: ${state}${ticket === null ? "" : ` #${ticket}`} (${reason ?? ""}) ${ms} ms`);
  }
}
