import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type NameServerStandIn, startNameServer } from "../../../../../stand-ins/name-server.ts";
import { publishedDomains } from "../../../../../stand-ins/published-domains.ts";
import { plainMail } from "../../../../../stand-ins/signed-mail.ts";
import { headOf } from "../../../testing/strangers/head-of.ts";
import { type ReceivedMail, SenderChecks } from "./sender-checks.ts";

let names: NameServerStandIn;
let senders: SenderChecks;

beforeAll(async () => {
  names = await startNameServer(publishedDomains);
  senders = checksWith({});
});
afterAll(async () => {
  await senders.close();
  await names.stop();
});

function checksWith(settings: Partial<ConstructorParameters<typeof SenderChecks>[0]>) {
  return new SenderChecks({
    nameServers: [names.address],
    trustedRelays: [],
    trustedSealers: ["google.com"],
    ...settings,
  });
}

type Door = Partial<Omit<ReceivedMail, "raw" | "head">>;

/** Checks a mail as the intake does, with the address in From found by the parser. */
async function judge(raw: string, door: Door = {}, by = senders) {
  const bytes = Buffer.from(raw);
  const from = /^from: .*?<?([^\s<>]+@[^\s<>]+?)>?\r?$/im.exec(raw)?.[1] ?? null;
  const at = { remoteHost: "192.0.2.66", helo: "mail.evil.example", envelopeFrom: from, providerCheck: null };
  return by.judge({ raw: bytes, head: await headOf(bytes), from, ...at, ...door });
}

describe("the sending host", () => {
  test.each([
    ["customer.example", "192.0.2.1", "pass", "SPF passes for customer.example: sent by 192.0.2.1."],
    ["customer.example", "::ffff:192.0.2.1", "pass", "SPF passes"],
    [
      "customer.example",
      "192.0.2.66",
      "fail",
      "DMARC fails for customer.example: SPF fail for customer.example (192.0.2.66), no DKIM signature of its own.",
    ],
    ["strict.example", "192.0.2.66", "fail", "DMARC fails for strict.example: SPF softfail"],
    ["soft.example", "192.0.2.1", "pass", "SPF passes"],
    ["soft.example", "192.0.2.66", "fail", "SPF fails for soft.example: SPF softfail"],
    ["hard.example", "192.0.2.66", "fail", "SPF fails for hard.example"],
    ["neutral.example", "192.0.2.66", "none", "Nothing proves or denies neutral.example"],
    ["nothing.example", "192.0.2.66", "none", "Nothing proves or denies nothing.example"],
    ["bücher.example", "192.0.2.1", "pass", "SPF passes for xn--bcher-kva.example"],
    ["bücher.example", "192.0.2.66", "fail", "SPF fails for xn--bcher-kva.example"],
    ["huge.example", "192.0.2.1", "none", "Nothing proves or denies huge.example"],
    ["loop.example", "192.0.2.1", "none", "Nothing proves or denies loop.example: SPF permerror"],
  ])("a mail from %s by %s: %s", async (domain, remoteHost, check, reason) => {
    const verdict = await judge(plainMail(`ann@${domain}`), { remoteHost });
    expect(verdict).toEqual({ check, reason: expect.stringContaining(reason) });
  });

  test.each([
    ["of another domain", "customer.example", "bob@evil.example", "192.0.2.66", "fail"],
    ["of another domain, for one without records", "nothing.example", "bob@evil.example", "192.0.2.66", "none"],
    ["of a subdomain", "customer.example", "bounce@shop.customer.example", "192.0.2.1", "pass"],
    [
      "of a subdomain, for one that aligns strictly",
      "strict.example",
      "bounce@mail.strict.example",
      "192.0.2.1",
      "fail",
    ],
    ["of a neighbour below co.uk", "victim.co.uk", "bob@evil.co.uk", "192.0.2.66", "none"],
    ["of nobody, the host of the domain itself", "customer.example", "", "192.0.2.1", "pass"],
    ["that is unknown", "customer.example", null, "192.0.2.1", "fail"],
  ])("an envelope %s", async (_, domain, envelopeFrom, remoteHost, check) => {
    const door = { envelopeFrom, remoteHost, helo: "customer.example" };
    expect((await judge(plainMail(`ann@${domain}`), door)).check).toBe(check);
  });
});

describe("results that a mail brings along", () => {
  test.each([
    ["a failure", "Authentication-Results: mx.a.example; dmarc=fail header.from=nothing.example", "fail"],
    ["a failure without a domain", "Authentication-Results: mx.a.example; spf=none; DMARC=Fail (p=none)", "fail"],
    [
      "a failure with blanks and a version",
      "Authentication-Results: mx.a.example 1; dmarc/1 = fail\r\n\theader.from = nothing.example",
      "fail",
    ],
    [
      "a failure that a forwarder found",
      "ARC-Authentication-Results: i=1; mx.a.example; dmarc=fail header.from=nothing.example",
      "fail",
    ],
    [
      "Microsoft's",
      "Authentication-Results: spf=none smtp.mailfrom=x.example; dmarc=none action=none header.from=nothing.example;compauth=fail reason=001",
      "fail",
    ],
    [
      "a failure of another sender",
      "Authentication-Results: mx.a.example; dmarc=fail header.from=other.example",
      "none",
    ],
    [
      "Microsoft's of another sender",
      "Authentication-Results: dmarc=none header.from=other.example;compauth=fail reason=001",
      "none",
    ],
    [
      "a failure in a comment",
      "Authentication-Results: mx.a.example; dmarc=none (no \\) policy (; dmarc=fail ;);dmarc=fail ; yes)",
      "none",
    ],
    ["a failure in quotes", 'Authentication-Results: mx.a.example; dmarc=none reason="; dmarc=fail"', "none"],
    ["a failure of another name", "X-Authentication-Results: mx.a.example; dmarc=fail", "none"],
    ["something like a failure", "Authentication-Results: mx.a.example; dmarc=failed", "none"],
    ["a failure of SPF alone", "Authentication-Results: mx.a.example; spf=fail smtp.mailfrom=nothing.example", "none"],
    ["a success", "Authentication-Results: mx.google.com; dmarc=pass header.from=nothing.example", "none"],
    ["nothing", "Authentication-Results: mx.a.example; none", "none"],
    ["rubbish", `Authentication-Results: ${'(((;;="'.repeat(2_000)}`, "none"],
    ["a JavaScript property's name", "Authentication-Results: mx.a.example; constructor=fail; __proto__=fail", "none"],
  ])("%s", async (_, header, check) => {
    expect((await judge(plainMail("ann@nothing.example", [header]))).check).toBe(check);
    // The same without name servers.
    const alone = checksWith({ nameServers: "off" });
    expect((await judge(plainMail("ann@nothing.example", [header]), {}, alone)).check).toBe(check);
  });

  test("may be long", async () => {
    const field = `Authentication-Results: a; dmarc=fail header.from="a@${">".repeat(16_000)}x"`;
    const mail = plainMail("ann@nothing.example", Array<string>(15).fill(field));
    expect((await judge(mail)).check).toBe("none");
  });

  test("count less than our own checks", async () => {
    const raw = plainMail("ann@customer.example", ["Authentication-Results: mx.a.example; dmarc=fail"]);
    expect((await judge(raw, { remoteHost: "192.0.2.1" })).check).toBe("pass");
  });
});

describe("a relay of our own", () => {
  let relayed: SenderChecks;
  beforeAll(() => {
    relayed = checksWith({ trustedRelays: ["10.0.0.0/8", "::1", "127.0.0.1"] });
  });
  afterAll(() => relayed.close());
  const received =
    "Received: from evil.example (evil.example [192.0.2.66]) by MX.shop.test (Postfix) with ESMTP id 1; now";
  const earlier = "Received: from a by mx.shop.test; before";
  const results = (text: string) => `Authentication-Results: mx.shop.test; ${text}`;
  test.each<[what: string, headers: string[], check: string]>([
    ["found it right", [received, results("dmarc=pass header.from=customer.example")], "pass"],
    ["found it right, above its trace", [results("dmarc=pass header.from=customer.example"), received], "pass"],
    ["found a signature of the domain", [received, results("dkim=pass header.d=mail.customer.example")], "pass"],
    ["found its sender right", [received, results("spf=pass smtp.mailfrom=ann@customer.example")], "pass"],
    [
      "found it right in two fields",
      [received, results("dkim=none"), results("dmarc=pass header.from=customer.example")],
      "pass",
    ],
    ["found it wrong", [received, results("dmarc=fail header.from=customer.example"), results("dmarc=pass")], "fail"],
    ["found another one right", [received, results("dmarc=pass header.from=evil.example")], "fail"],
    ["found a stranger's signature", [received, results("dkim=pass header.d=evil.example")], "fail"],
    ["found nothing", [received], "fail"],
    [
      "is not the checker that found it right",
      [received, results("dmarc=pass").replace("mx.shop.test", "mx.evil.example")],
      "fail",
    ],
    [
      "came after the checker that found it right",
      [received, earlier, results("dmarc=pass header.from=customer.example")],
      "fail",
    ],
    ["left no trace", [results("dmarc=pass header.from=customer.example")], "fail"],
    // Postfix writes down a HELO of several words unchanged.
    ...["by mx.evil.example", "by", "a by mx.evil.example by", "a) by mx.evil.example (", "a BY  mx.evil.example"].map(
      (helo): [string, string[], string] => [
        `was greeted as ${helo}`,
        [
          received.replace("from evil.example", `from ${helo}`),
          results("dmarc=pass header.from=customer.example").replace("mx.shop.test", "mx.evil.example"),
        ],
        "fail",
      ],
    ),
    [
      "was greeted with its own word",
      [
        "Received: from by by mx.shop.test with SMTP; now",
        results("dmarc=pass header.from=customer.example").replace("mx.shop.test", "by"),
      ],
      "fail",
    ],
  ])("%s", async (_, headers, check) => {
    const raw = `${headers.join("\r\n")}\r\n${plainMail("ann@customer.example")}`;
    for (const remoteHost of ["10.1.2.3", "::ffff:10.1.2.3", "::1"])
      expect((await judge(raw, { remoteHost }, relayed)).check, remoteHost).toBe(check);
    // From any other host the same results prove nothing.
    const verdict = await judge(raw, { remoteHost: "11.1.2.3" }, relayed);
    expect(verdict.check).toBe("fail");
  });

  test("may report a method named like a property of objects", async () => {
    const raw = `${received}\r\n${results("constructor=fail")}\r\n${plainMail("ann@customer.example")}`;
    expect((await judge(raw, { remoteHost: "10.1.2.3" }, relayed)).check).toBe("fail");
  });

  test("is not checked for its own address", async () => {
    const raw = `${received}\r\n${plainMail("ann@hard.example")}`;
    expect((await judge(raw, { remoteHost: "127.0.0.1" }, relayed)).check).toBe("none");
    expect((await judge(raw, { remoteHost: "127.0.0.2" }, relayed)).check).toBe("fail");
  });
});
