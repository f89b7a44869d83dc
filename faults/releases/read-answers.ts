import { createHash } from "node:crypto";
import pLimit from "p-limit";
import type { Browser } from "../../server/src/testing/open-browser.ts";
import type { People } from "./fill-store.ts";

/** The answer to each request: its status, and JSON, or the checksum of its bytes. */
export type Answers = Map<string, { status: number; body: unknown }>;

/** The queries that some paths need. */
const questions: Record<string, string> = {
  "/api/search": "?q=parcel",
  "/api/customers/search": "?search=release",
};
/** How many of each kind are read. */
const mostOfKind = 12;
const mostPages = 20;
const atOnce = pLimit(8);

type Kinds = Map<string, Set<string>>;

/** Reads every path as each of the people, with all ids in the lists. */
export async function readAnswers(people: People, paths: readonly string[]): Promise<Answers> {
  const answers: Answers = new Map();
  const depth = (path: string) => path.split("{").length;
  // Lists come first: then their items are read one by one.
  const inOrder = [...paths].sort((one, other) => depth(one) - depth(other));
  for (const [role, browser] of Object.entries(people)) {
    const kinds: Kinds = new Map();
    for (const path of inOrder) {
      const ask = (url: string) =>
        atOnce(() => readPages(browser, `${url}${questions[path] ?? ""}`, role, answers, kinds));
      await Promise.all(expand(path, kinds).map(ask));
    }
  }
  return answers;
}

async function readPages(browser: Browser, url: string, role: string, answers: Answers, kinds: Kinds): Promise<void> {
  let next: string | null = url;
  for (let page = 0; next !== null && page < mostPages; page += 1) {
    const response = await browser.send(next);
    const isJson = response.headers.get("content-type")?.includes("json") ?? false;
    const bytes = Buffer.from(await response.arrayBuffer());
    const body: unknown = isJson && bytes.length > 0 ? JSON.parse(bytes.toString()) : bytesOf(bytes);
    answers.set(`${role} ${next}`, { status: response.status, body: withoutRefusals(body) });
    collect(body, kindOf(url), kinds);
    // Also by the list itself: each ticket has its own messages.
    if (isRecord(body)) collect(body.items, `${url.split("?")[0]}/`, kinds);
    const cursor = isRecord(body) && typeof body.nextCursor === "string" ? body.nextCursor : null;
    next = cursor && `${url}${url.includes("?") ? "&" : "?"}cursor=${encodeURIComponent(cursor)}`;
  }
}

/** Fills in the names in braces in a path: `/tickets/{id}/messages/{id}` with each ticket, and with each one's messages. */
function expand(path: string, kinds: Kinds): string[] {
  const [, before, rest] = /^(.*?)\{\w+\}(.*)$/.exec(path) ?? [];
  if (before === undefined || rest === undefined) return [path];
  const own = kinds.get(before) ?? kinds.get(kindOf(before)) ?? new Set();
  return [...own]
    .sort()
    .slice(0, mostOfKind)
    .flatMap((id) => expand(`${before}${id}${rest}`, kinds));
}

/** Returns the last word of a path, such as `tickets`. */
function kindOf(path: string): string {
  return path.split("?")[0]?.split("/").filter(Boolean).at(-1) ?? "";
}

/** Collects the ids in an answer, by the name of their list; `items` have the path's kind. */
function collect(value: unknown, kind: string, kinds: Kinds): void {
  if (Array.isArray(value)) for (const element of value) collectOne(element, kind, kinds);
  else if (isRecord(value))
    for (const [key, inner] of Object.entries(value)) collect(inner, key === "items" ? kind : key, kinds);
}

function collectOne(element: unknown, kind: string, kinds: Kinds): void {
  const name = isRecord(element) ? (element.id ?? element.slug) : undefined;
  if (typeof name === "string") kinds.set(kind, (kinds.get(kind) ?? new Set()).add(name));
  collect(element, kind, kinds);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns the checksum of an answer that is no JSON. A sent mail is composed again for each reader. */
function bytesOf(bytes: Buffer): string {
  if (bytes.toString("latin1").startsWith("X-Deskhand-Loop:")) return "a mail that went out";
  return createHash("sha256").update(bytes).digest("hex");
}

/** Leaves out what this reading itself adds to the audit log: an agent's requests for admins' pages. */
function withoutRefusals(body: unknown): unknown {
  if (!isRecord(body) || !Array.isArray(body.items)) return body;
  const isRefusal = (entry: unknown) => isRecord(entry) && entry.action === "account.refused";
  return { ...body, items: body.items.filter((entry) => !isRefusal(entry)) };
}

/**
 * Lists what is in the earlier answers but not in the later ones: the path of a value, and both values. Additions in a later
 * version are no loss; `mayDiffer` has the intended and time-dependent differences.
 */
export function findLosses(before: Answers, after: Answers, mayDiffer: readonly RegExp[]): string[] {
  return [...before].flatMap(([url, { status, body }]) => {
    const later = after.get(url);
    const found =
      later?.status === status ? differences(body, later.body, url) : [`${url}: ${status}, then ${later?.status}`];
    return found.filter((line) => !mayDiffer.some((pattern) => pattern.test(line)));
  });
}

function differences(before: unknown, after: unknown, at: string): string[] {
  if (Array.isArray(before) && Array.isArray(after) && before.length === after.length)
    return before.flatMap((value, index) => differences(value, after[index], `${at} [${index}]`));
  if (isRecord(before) && isRecord(after))
    return Object.entries(before).flatMap(([key, value]) => differences(value, after[key], `${at} .${key}`));
  return before === after ? [] : [`${at}: ${brief(before)}, then ${brief(after)}`];
}

function brief(value: unknown): string {
  return (JSON.stringify(value) ?? "nothing").slice(0, 120);
}
