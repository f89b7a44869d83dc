import { limits } from "@deskhand/contract/limits";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  isLoopMark,
  loopMark,
  mailKey,
  maxResends,
  newMailMessageId,
  probeLinkToken,
  probeMark,
  readMailMessageId,
  readProbeLinkToken,
  readProbeMarks,
  readReplyAddress,
  replyAddress,
} from "./signed-address.ts";

const key = mailKey("a secret");
const domain = "mail.example.com";
const codes = fc.string({ unit: fc.constantFrom(..."abcdefghjkmnpqrstuvwxyz23456789"), minLength: 8, maxLength: 8 });
const sendings = fc.record({
  place: fc.nat({ max: limits.recipientsPerMail - 1 }),
  resends: fc.nat({ max: maxResends }),
});
const sending = fc.oneof(fc.constant(null), fc.constant({ place: 0, resends: 0 }), sendings);
const tickets = fc.record({ clientCode: codes, ticketId: fc.uuid(), sending });
const characters = fc.constantFrom(..."abcdefghijklmnopqrstuvwxyz0123456789.+-_ é\n");

function changed(text: string, position: number, by: string): string {
  const at = position % text.length;
  return text.slice(0, at) + by + text.slice(at + 1);
}

test("a reply address identifies its ticket, in any case", () => {
  fc.assert(
    fc.property(tickets, fc.func(fc.boolean()), (ticket, isUpper) => {
      const address = replyAddress(key, domain, ticket);
      const mangled = [...address].map((c, i) => (isUpper(i) ? c.toUpperCase() : c)).join("");
      expect(readReplyAddress(key, domain, mangled)).toEqual({ kind: "ours", ...ticket });
      expect(address).toBe(address.toLowerCase());
    }),
  );
});

test("the local part keeps to the 64 characters of RFC 5321", () => {
  fc.assert(
    fc.property(tickets, (ticket) => {
      expect(replyAddress(key, domain, ticket).split("@")[0]?.length).toBeLessThanOrEqual(64);
    }),
  );
});

test("a reply address with any character changed is not ours", () => {
  fc.assert(
    fc.property(tickets, fc.nat(), characters, (ticket, position, by) => {
      const address = replyAddress(key, domain, ticket);
      const other = changed(address, position, by);
      fc.pre(other !== address);
      expect(readReplyAddress(key, domain, other).kind).not.toBe("ours");
    }),
    { numRuns: 2_000 },
  );
});

test("a wrong signature is reported as forged with its client, and other addresses as other", () => {
  const ticket = { clientCode: "abcdefgh", ticketId: "0198f0c4-7d1a-7b3e-9c55-0123456789ab" };
  const address = replyAddress(key, domain, ticket);
  const forged = { kind: "forged", clientCode: "abcdefgh" };
  expect(readReplyAddress(mailKey("another secret"), domain, address)).toEqual(forged);
  expect(readReplyAddress(key, domain, `help+abcdefgh.nonsense@${domain}`)).toEqual(forged);
  expect(readReplyAddress(key, domain, address.replace("@", ".more@"))).toEqual(forged);
  expect(readReplyAddress(key, domain, `help+abcdefgh@${domain}`)).toEqual({ kind: "other" });
  expect(readReplyAddress(key, "elsewhere.example.com", address)).toEqual({ kind: "other" });
  expect(readReplyAddress(key, domain, "")).toEqual({ kind: "other" });
});

test("an address cannot be made for an invalid ticket id", () => {
  expect(() => replyAddress(key, domain, { clientCode: "abcdefgh", ticketId: "12" })).toThrow(TypeError);
  expect(() => replyAddress(key, domain, { clientCode: "a@b.c", ticketId: crypto.randomUUID() })).toThrow(TypeError);
});

test("a Message-ID identifies its message, in any case and with or without brackets", () => {
  fc.assert(
    fc.property(fc.uuid(), (messageId) => {
      const id = newMailMessageId(key, domain, messageId);
      expect(readMailMessageId(key, domain, id)).toEqual({ kind: "ours", messageId });
      expect(readMailMessageId(key, domain, ` <${id.toUpperCase()}> `)).toEqual({ kind: "ours", messageId });
      expect(newMailMessageId(key, domain, messageId)).toBe(id);
    }),
  );
});

test("a Message-ID with any character changed is not ours", () => {
  fc.assert(
    fc.property(fc.uuid(), fc.nat(), characters, (messageId, position, by) => {
      const id = newMailMessageId(key, domain, messageId);
      const other = changed(id, position, by);
      fc.pre(other.trim() !== id);
      expect(readMailMessageId(key, domain, other).kind).not.toBe("ours");
    }),
    { numRuns: 2_000 },
  );
});

test("a signed address is not a valid Message-ID", () => {
  const id = crypto.randomUUID();
  const [, reference, signature] = replyAddress(key, domain, { clientCode: "abcdefgh", ticketId: id }).split(/[.@]/);
  expect(readMailMessageId(key, domain, `dh.${reference}.${signature}@${domain}`)).toEqual({ kind: "forged" });
  expect(readMailMessageId(key, domain, "CAF=abc@mail.gmail.com")).toEqual({ kind: "other" });
});

test("signatures by the former common key are still ours", () => {
  const old = mailKey("the secret of an installation of old");
  const id = "0193b1a0-1234-7000-8000-00000000abcd";
  const mailed = "agj3diasgryabaaaaaaaaaflzu";
  const ours = { kind: "ours", clientCode: "abcdefgh", ticketId: id };
  const replies = readReplyAddress(old, domain, `help+abcdefgh.${mailed}.y2k5avpi3ti7l75qa7xb@${domain}`);
  expect(replies).toEqual({ ...ours, sending: null });
  const returned = readReplyAddress(old, domain, `help+abcdefgh.${mailed}.as67xg6dkl4do7btqqpk.3@${domain}`);
  expect(returned).toEqual({ ...ours, sending: { place: 0, resends: 3 } });
  expect(isLoopMark(old, domain, "sy2g4ytu2bj4wwlyhu3x")).toBe(true);
  expect(readProbeMarks(old, `dhtest-${mailed}-p33y5aihft65ollmxogs`)).toEqual([id]);
  expect(readProbeLinkToken(old, `${mailed}l63tzhbrbow5rgwm5bam`)).toBe(id);
  // It is recomputed for each mail that refers to the message, so it must never change.
  expect(newMailMessageId(old, domain, id)).toBe(`dh.${mailed}.74jnuav4ynhyi6p7hlv5@${domain}`);
});

test("each purpose has its own key", () => {
  const id = "0193b1a0-1234-7000-8000-00000000abcd";
  const created = [probeMark(key, id).slice(-20), probeLinkToken(key, id).slice(-20), loopMark(key, domain)];
  const old = mailKey("the secret of an installation of old");
  expect(probeMark(old, id)).not.toContain("p33y5aihft65ollmxogs");
  expect(replyAddress(old, domain, { clientCode: "abcdefgh", ticketId: id })).not.toContain("y2k5avpi3ti7l75qa7xb");
  expect(new Set(created).size).toBe(3);
});

test("arbitrary text never throws", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      readReplyAddress(key, domain, text);
      readReplyAddress(key, domain, `${text}@${domain}`);
      readMailMessageId(key, domain, `dh.${text}@${domain}`);
    }),
  );
});
