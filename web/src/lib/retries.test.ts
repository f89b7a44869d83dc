import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { contract } from "@deskhand/contract";
import { endpointsOf } from "@deskhand/contract/endpoint";
import { expect, test } from "vitest";
import * as z from "zod";

const sources = join(import.meta.dirname, "..");

const endpoints = new Map(endpointsOf(contract).map((endpoint) => [endpoint.name, endpoint]));

/** The calls of the screens' mutations, each with whether what is lost on the way is tried again. */
const calls = globSync("**/*.{ts,tsx}", { cwd: sources })
  .filter((path) => !/\.test\./.test(path))
  .flatMap((path) => mutationsIn(readFileSync(join(sources, path), "utf8")))
  .flatMap((mutation) =>
    [...mutation.matchAll(/\bapi\.(\w+)\.(\w+)\.(?:mutationOptions|call)\b/g)].map(([, domain = "", name = ""]) => ({
      name: `${domain}.${name}`,
      isRetried: /\b(?:failsOffline|waitsForNetwork)\b/.test(mutation),
    })),
  );

test("a call that changes something is tried again only where twice is as good as once, and says why", () => {
  const retried = calls.filter(({ isRetried }) => isRetried);
  expect(retried.length).toBeGreaterThan(30);
  const keyless = new Set(retried.map(({ name }) => name).filter((name) => isKeyless(name)));
  const saying = [...endpoints.values()].flatMap(({ name, about }) => (about.twice ? [name] : []));
  expect([...keyless].sort()).toEqual(saying.sort());
});

test("what would be done twice is never tried again by itself", () => {
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

/** The text of each `useMutation(…)`. */
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

/** Whether a call is no reading or setting by its method, and nothing in it says that it is the same one again. */
function isKeyless(name: string): boolean {
  const { method, procedure } = endpoints.get(name) ?? {};
  const { inputSchema } = procedure?.["~orpc"] ?? {};
  const fields = Object.keys(inputSchema instanceof z.ZodObject ? inputSchema.shape : {});
  return method === "POST" && !fields.some((field) => /^(?:idempotencyKey|key|expected\w*)$/.test(field));
}
