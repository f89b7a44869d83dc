import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { contract } from "@deskhand/contract";
import { endpointsOf } from "@deskhand/contract/endpoint";
import { expect, test } from "vitest";
import * as z from "zod";

const sources = join(import.meta.dirname, "..");

const endpoints = new Map(endpointsOf(contract).map((endpoint) => [endpoint.name, endpoint]));

const files = globSync("**/*.{ts,tsx}", { cwd: sources })
  .filter((path) => !/\.test\./.test(path))
  .map((path) => readFileSync(join(sources, path), "utf8"));

/** The mutations' calls, each with whether a lost connection is retried. */
const calls = [
  ...files.flatMap(mutationsIn).flatMap((mutation) =>
    [...mutation.matchAll(/\bapi\.(\w+)\.(\w+)\.(?:mutationOptions|call)\b/g)].map(([, domain = "", name = ""]) => ({
      name: `${domain}.${name}`,
      isRetried: /\b(?:failsOffline|waitsForNetwork)\b/.test(mutation),
    })),
  ),
  // Queries are retried, and the frame of settings retries what a screen hands to it.
  ...files
    .flatMap((text) => [
      ...text.matchAll(/\bapi\.(\w+)\.(\w+)\.(?:infinite|query)Options\b/g),
      ...text.matchAll(/\b(?:arrange|turn)(?:=\{|: )\([^)]*\) => api\.(\w+)\.(\w+)\.call\b/g),
    ])
    .map(([, domain = "", name = ""]) => ({ name: `${domain}.${name}`, isRetried: true })),
];

test("only idempotent calls are retried, with a stated reason", () => {
  const retried = calls.filter(({ isRetried }) => isRetried);
  expect(retried.length).toBeGreaterThan(30);
  const keyless = new Set(retried.map(({ name }) => name).filter((name) => isKeyless(name)));
  const saying = [...endpoints.values()].flatMap(({ name, about }) => (about.twice ? [name] : []));
  expect([...keyless].sort()).toEqual(saying.sort());
});

test("calls that are not idempotent are never retried automatically", () => {
  const once = new Set(calls.filter(({ isRetried }) => !isRetried).map(({ name }) => name));
  const does = [
    "messages.retryDelivery",
    "tickets.merge",
    "tickets.unmerge",
    "shopify.connect",
    "team.resendInvitation",
  ];
  expect(does.filter((name) => !once.has(name))).toEqual([]);
  expect(calls.filter(({ name, isRetried }) => does.includes(name) && isRetried)).toEqual([]);
});

/** Returns the text of each `useMutation(…)`. */
function mutationsIn(text: string): string[] {
  return [...text.matchAll(/\buseMutation(?:<[^(]*>)?\(/g)].map(({ index }) => {
    let depth = 0;
    let end = text.indexOf("(", index);
    do {
      depth += text[end] === "(" ? 1 : text[end] === ")" ? -1 : 0;
      end += 1;
    } while (depth > 0 && end < text.length);
    return text.slice(index, end);
  });
}

/** Whether a call is neither a read nor a setter by its method and carries no key. */
function isKeyless(name: string): boolean {
  const { method, procedure } = endpoints.get(name) ?? {};
  const { inputSchema } = procedure?.["~orpc"] ?? {};
  const fields = Object.keys(inputSchema instanceof z.ZodObject ? inputSchema.shape : {});
  return method === "POST" && !fields.some((field) => /^(?:idempotencyKey|key|expected\w*)$/.test(field));
}
