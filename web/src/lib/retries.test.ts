import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { contract } from "@deskhand/contract";
import { expect, test } from "vitest";

const sources = join(import.meta.dirname, "..");

/** What is tried again although it is no reading or setting by its method and carries no key, and why twice is as good as once. */
const harmlessTwice = {
  "account.changeEmail": "the newest link counts",
  "account.changePassword": "the second is refused, with the old password",
  "account.endOtherSessions": "sets",
  "account.endSession": "sets",
  "account.updateProfile": "sets",
  "blockedSenders.add": "a sender is blocked once",
  "client.rename": "sets",
  "customers.changeAddress": "sets",
  "customers.create": "an address is one customer's",
  "forwarding.addAddress": "an address is added once",
  "forwarding.confirmAddress": "sets",
  "forwarding.removeAddress": "sets",
  "forwarding.test": "the newest test counts",
  "heldMail.release": "a mail is released once",
  "help.vote": "sets",
  "notifications.markAllRead": "sets",
  "notifications.markTicketRead": "sets",
  "passkeys.add": "a challenge is answered once",
  "passkeys.begin": "the newest challenge counts",
  "security.signOut": "who is signed out stays so",
  "syncs.readOrder": "an order that waits to be read is read once",
  "team.activate": "sets",
  "team.changeRole": "sets",
  "team.deactivate": "sets",
  "team.invite": "an address is invited once",
  "team.resetTwoFactor": "what was taken away is not there to be taken",
  "twoFactor.begin": "the newest key counts",
  "twoFactor.confirm": "a code is taken once",
  "twoFactor.end": "sets",
  "twoFactor.enter": "a code is taken once",
  "twoFactor.renewRecoveryCodes": "the newest codes count",
  "twoFactor.require": "sets",
  "views.arrange": "sets",
};

/** The calls of the screens' mutations, each with whether what is lost on the way is tried again. */
const calls = globSync("**/*.{ts,tsx}", { cwd: sources })
  .filter((path) => !/\.test\./.test(path))
  .flatMap((path) => mutationsIn(readFileSync(join(sources, path), "utf8")))
  .flatMap((mutation) =>
    [...mutation.matchAll(/\bapi\.(\w+)\.(\w+)\.(?:mutationOptions|call)\b/g)].map(([, domain = "", name = ""]) => ({
      name: `${domain}.${name}`,
      isRetried: /\b(?:failsOffline|waitsForNetwork)\b/.test(mutation),
      endpoint: endpointOf(domain, name),
    })),
  );

test("a call that changes something is tried again only where twice is as good as once", () => {
  const retried = calls.filter(({ isRetried }) => isRetried);
  expect(retried.length).toBeGreaterThan(30);
  const keyless = retried.filter(({ endpoint: { method, fields } }) => {
    const isKeyed = fields.some((field) => /^(?:idempotencyKey|key|expected\w*)$/.test(field));
    return method === "POST" && !isKeyed;
  });
  expect([...new Set(keyless.map(({ name }) => name))].sort()).toEqual(Object.keys(harmlessTwice));
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

function endpointOf(domain: string, name: string): { method: string; fields: string[] } {
  const found = Object.entries(contract).find(([key]) => key === domain)?.[1];
  const endpoint = Object.entries(found ?? {}).find(([key]) => key === name)?.[1];
  const { route, inputSchema } = endpoint?.["~orpc"] ?? {};
  const shape = inputSchema && "shape" in inputSchema ? inputSchema.shape : {};
  return { method: route?.method ?? "POST", fields: Object.keys(shape ?? {}) };
}
