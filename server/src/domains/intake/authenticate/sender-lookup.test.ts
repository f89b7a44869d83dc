import { afterAll, expect, test } from "vitest";
import { publishedDomains } from "../../../../../stand-ins/published-domains.ts";
import { plainMail, signMail } from "../../../../../stand-ins/signed-mail.ts";
import type { Answer, Question } from "../../../platform/dns/question.ts";
import { headOf } from "../../../testing/strangers/head-of.ts";
import { judgeSender } from "./judge-sender.ts";
import { SenderLookup } from "./sender-lookup.ts";

const lookup = new SenderLookup(20_000);
afterAll(() => lookup.close());

const found = ({ name, type }: Question): Answer => {
  const records = publishedDomains[`${name} ${type}`];
  return Array.isArray(records)
    ? { records: records.map((text) => [text]), code: null }
    : { records: [], code: "ENOTFOUND" };
};

type Says = Answer | "never answers" | "never asked";

/** Answers each question in a fixed way and records what was asked. */
function namesThat(say: (question: Question) => Says) {
  const asked: string[] = [];
  const left: string[] = [];
  const ask = (question: Question) => {
    const key = `${question.name} ${question.type}`;
    asked.push(key);
    const answer = say(question);
    return {
      answer: typeof answer === "string" ? new Promise<Answer>(() => {}) : Promise.resolve(answer),
      hasBegun: () => answer !== "never asked",
      leave: () => void left.push(key),
    };
  };
  return { asked, left, known: () => undefined, ask, hasAnsweredWithin: () => false };
}

type Mail = { raw?: string; host?: string; leftMs?: number };
async function judge(
  names: ReturnType<typeof namesThat>,
  { raw = plainMail("ann@customer.example"), host = "192.0.2.66", leftMs = 60_000 }: Mail = {},
) {
  const bytes = Buffer.from(raw);
  const client = { host, helo: "x", sender: "ann@customer.example" };
  const of = { from: "ann@customer.example", fromDomain: "customer.example", client, trustedSealers: [] };
  const { isMute, ...looked } = await lookup.run({ raw: bytes, head: await headOf(bytes), ...of }, names, {
    store: "a",
    leftMs,
  });
  const known = { fromDomain: "customer.example", host, trusted: null, claimed: [] };
  return { ...judgeSender({ ...known, ...looked }), isMute };
}

test("asks about a mail in rounds, each name once", async () => {
  const names = namesThat(found);
  expect(await judge(names)).toMatchObject({ check: "fail", isMute: false });
  expect(new Set(names.asked)).toEqual(
    new Set(["customer.example TXT", "_dmarc.customer.example TXT", "_dmarc.example TXT"]),
  );
  expect(names.asked).toHaveLength(3);
});

test("leaves a sender unknown if its name servers take too long, and in doubt if others came first", async () => {
  const late = namesThat(() => "never answers");
  expect(await judge(late, { leftMs: 50 })).toEqual({
    check: "none",
    reason: "Its name servers took too long.",
    isMute: true,
  });
  expect(late.left).toEqual(late.asked);
  const crowd = {
    check: "none",
    reason: "So many mails came at once that its sender was not looked up.",
    isCrowdedOut: true,
  };
  expect(
    await judge(
      namesThat(() => "never asked"),
      { leftMs: 50 },
    ),
  ).toMatchObject(crowd);
  // The same if some answers arrived.
  const partly = namesThat((question) => (question.name.startsWith("_dmarc") ? found(question) : "never asked"));
  expect(await judge(partly, { leftMs: 50 })).toMatchObject({ ...crowd, isMute: false });
});

test("asks no more about a sender whom the domain itself proves, and asks for the policy of others", async () => {
  const proven = namesThat(found);
  expect((await judge(proven, { host: "192.0.2.1" })).check).toBe("pass");
  expect(proven.asked).toEqual(["customer.example TXT"]);
  const signed = await signMail(plainMail("ann@customer.example"), "customer.example");
  const byKey = namesThat(found);
  expect((await judge(byKey, { raw: signed })).reason).toMatch(/^DKIM passes/);
  expect(byKey.asked.filter((name) => name.startsWith("_dmarc."))).toEqual([]);
});

test("counts a proof that is there although other answers are missing", async () => {
  const signed = await signMail(plainMail("ann@customer.example"), "customer.example");
  const keyOnly = namesThat((question) => (question.name.includes("_domainkey") ? found(question) : "never asked"));
  expect((await judge(keyOnly, { raw: signed, leftMs: 50 })).check).toBe("pass");
  const hostOnly = namesThat((question) => (question.name === "customer.example" ? found(question) : "never answers"));
  expect((await judge(hostOnly, { host: "192.0.2.1", leftMs: 50 })).check).toBe("pass");
  expect((await judge(hostOnly, { leftMs: 50 })).check).toBe("none");
});

test("treats a refused answer as unknown for the domain's own name, and still applies the policy", async () => {
  const refused = (name: string) =>
    namesThat((question) => (question.name === name ? { records: [], code: "ESERVFAIL" } : found(question)));
  expect(await judge(refused("_dmarc.customer.example"))).toMatchObject({ check: "none" });
  const lame = await signMail(plainMail("ann@customer.example"), "lame.customer.example");
  expect(await judge(refused("s._domainkey.lame.customer.example"), { raw: lame })).toMatchObject({ check: "fail" });
});
