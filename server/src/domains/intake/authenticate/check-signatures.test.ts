import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type NameServerStandIn, startNameServer } from "../../../../../stand-ins/name-server.ts";
import { publishedDomains } from "../../../../../stand-ins/published-domains.ts";
import { plainMail, sealMail, signMail } from "../../../../../stand-ins/signed-mail.ts";
import { msFromNow } from "../../../testing/from-now.ts";
import { headOf } from "../../../testing/strangers/head-of.ts";
import { type ReceivedMail, SenderChecks } from "./sender-checks.ts";

let names: NameServerStandIn;
let senders: SenderChecks;

beforeAll(async () => {
  names = await startNameServer(publishedDomains);
  senders = new SenderChecks({ nameServers: [names.address], trustedRelays: [], trustedSealers: ["google.com"] });
});
afterAll(async () => {
  await senders.close();
  await names.stop();
});

type Door = Partial<Omit<ReceivedMail, "raw" | "head">>;

/** Checks a mail as the intake does, with the address in From found by the parser. */
async function judge(raw: string, door: Door = {}) {
  const bytes = Buffer.from(raw);
  const from = /^from: .*?<?([^\s<>]+@[^\s<>]+?)>?\r?$/im.exec(raw)?.[1] ?? null;
  const at = { remoteHost: "192.0.2.66", helo: "mail.evil.example", envelopeFrom: from, providerCheck: null };
  return senders.judge({ raw: bytes, head: await headOf(bytes), from, ...at, ...door });
}

const ago = (seconds: number) => new Date(msFromNow({ seconds: -seconds }));

describe("a DKIM signature", () => {
  test.each<[what: string, from: string, signer: string, check: string, options?: Parameters<typeof signMail>[2]]>([
    ["of the domain", "customer.example", "customer.example", "pass"],
    ["of its subdomain", "customer.example", "mail.customer.example", "pass"],
    ["of the domain for its subdomain", "sub.customer.example", "customer.example", "pass"],
    ["of its subdomain, where it aligns strictly", "strict.example", "mail.strict.example", "fail"],
    ["of the domain, where it aligns strictly", "strict.example", "strict.example", "pass"],
    ["of a domain without a policy", "signed.example", "signed.example", "pass"],
    ["of a domain with letters beyond ASCII", "bücher.example", "xn--bcher-kva.example", "pass"],
    ["of somebody else", "customer.example", "evil.example", "fail"],
    ["of somebody else for a domain without a policy", "nothing.example", "evil.example", "none"],
    ["of a neighbour below co.uk", "victim.co.uk", "evil.co.uk", "none"],
    ["of a neighbour below github.io, which has a policy", "victim.github.io", "evil.github.io", "fail"],
    ["with a short key", "customer.example", "customer.example", "fail", { bits: 512, selector: "weak" }],
    ["for a part of the body", "customer.example", "customer.example", "fail", { maxBodyLength: 5 }],
    ["that has expired", "customer.example", "customer.example", "fail", { signTime: ago(120), expires: ago(60) }],
    ["that leaves the subject open", "customer.example", "customer.example", "fail", { headerList: "from:to" }],
    ["with a key that is not there", "customer.example", "customer.example", "fail", { selector: "gone" }],
    ["with a key that cannot be looked up", "lost.example", "lost.example", "none"],
  ])("%s", async (_, from, signer, check, options) => {
    const verdict = await judge(await signMail(plainMail(`ann@${from}`), signer, options));
    expect(verdict.check, verdict.reason).toBe(check);
  });

  test.each([
    ["as it was", (raw: string) => raw, "pass"],
    ["with trace fields in front", (raw: string) => `Received: from a by b; now\r\nX-Spam: no\r\n${raw}`, "pass"],
    ["with a list's footer", (raw: string) => `${raw}-- \r\nThe list\r\n`, "fail"],
    ["with another subject", (raw: string) => raw.replace("[T-1]", "[T-2]"), "fail"],
    ["with a second subject in front", (raw: string) => `Subject: [T-2]\r\n${raw}`, "fail"],
    [
      "with a second body type in front",
      (raw: string) => `Content-Type: text/html\r\nContent-Type: text/plain\r\n${raw}`,
      "fail",
    ],
    ["with a second sender in front", (raw: string) => `From: eve@customer.example\r\n${raw}`, "fail"],
    [
      "with a second sender above a blank line of spaces",
      (raw: string) => `From: ann@customer.example\r\n \r\n${raw}`,
      "fail",
    ],
    ["with a line that ends oddly", (raw: string) => `X: y\rSubject: [T-2]\r\n${raw}`, "fail"],
    ["with another sender", (raw: string) => raw.replace("ann@", "eve@"), "fail"],
  ])("%s", async (_, change, check) => {
    expect((await judge(change(await signMail(plainMail("ann@customer.example"), "customer.example")))).check).toBe(
      check,
    );
  });
});

describe("a Reply-To", () => {
  const replyTo = "Reply-To: eve@evil.example";
  const signed = "from:to:subject:date:message-id:reply-to";
  const added = async (...by: string[]) => {
    let raw = plainMail("ann@customer.example");
    for (const domain of by) raw = await signMail(raw, domain);
    return `${replyTo}\r\n${raw}`;
  };
  const own = { remoteHost: "192.0.2.1" };
  const says = (results: string) => ({ providerCheck: `mx.a.example; ${results}` });
  const dkim = "dkim=pass header.d=customer.example";

  test.each<[what: string, mail: () => Promise<string>, isOpen: boolean, door?: Door]>([
    ["that nothing signs", () => added("customer.example"), true],
    ["that two signatures leave open", () => added("mail.customer.example", "customer.example"), true],
    [
      "that only a stranger signs",
      async () => signMail(await added("customer.example"), "evil.example", { headerList: signed }),
      true,
    ],
    [
      "that a second signature of the domain covers",
      async () => signMail(await added("customer.example"), "mail.customer.example", { headerList: signed }),
      false,
    ],
    [
      "that is signed",
      async () => signMail(plainMail("ann@customer.example", [replyTo]), "customer.example", { headerList: signed }),
      false,
    ],
    ["that is not there", () => signMail(plainMail("ann@customer.example"), "customer.example"), false],
    ["that nothing signs, of a mail from the domain's host", () => added("customer.example"), false, own],
    [
      "that nothing signs, of a mail of another sender from a good host",
      () => added("customer.example"),
      true,
      { envelopeFrom: "eve@evil.example" },
    ],
    [
      "of a mail of the domain's host, without a signature",
      async () => plainMail("ann@customer.example", [replyTo]),
      false,
      own,
    ],
    [
      "that nothing signs, of a domain without a policy",
      async () => `${replyTo}\r\n${await signMail(plainMail("ann@signed.example"), "signed.example")}`,
      true,
    ],
    ["that nothing signs, with a provider's word", () => added("customer.example"), false, says("dmarc=pass")],
    [
      "that nothing signs, with a provider's word on its host",
      () => added("customer.example"),
      false,
      says(`spf=pass smtp.mailfrom=ann@customer.example; ${dkim}; dmarc=pass`),
    ],
    [
      "that nothing signs, with a provider's word on its signature",
      () => added("customer.example"),
      true,
      says(`spf=fail smtp.mailfrom=ann@customer.example; ${dkim}; dmarc=pass`),
    ],
    [
      "that nothing signs, with a provider's word on a stranger's host",
      () => added("customer.example"),
      true,
      says(`spf=pass smtp.mailfrom=eve@evil.example; ${dkim}; dmarc=pass`),
    ],
    [
      "that nothing signs, and a trusted forwarder got it from its host",
      async () =>
        sealMail(
          await added("customer.example"),
          "google.com",
          `mx.google.com; ${dkim}; spf=pass smtp.mailfrom=ann@customer.example`,
        ),
      false,
    ],
    [
      "that nothing signs, and a trusted forwarder got it from elsewhere",
      async () =>
        sealMail(
          await added("customer.example"),
          "google.com",
          `mx.google.com; ${dkim}; spf=pass smtp.mailfrom=eve@evil.example`,
        ),
      true,
    ],
  ])("%s", async (_, mail, isOpen, door) => {
    const { check, isReplyToOpen = false, reason } = await judge(await mail(), door);
    expect({ check, isReplyToOpen, reason }).toEqual({
      check: "pass",
      isReplyToOpen: isOpen,
      reason: isOpen ? expect.stringContaining("Its Reply-To is not signed") : expect.not.stringContaining("Reply-To"),
    });
  });
});

describe("a forwarder", () => {
  const passes =
    "mx.google.com; dkim=pass header.i=@customer.example; spf=pass smtp.mailfrom=ann@customer.example; dmarc=pass (p=REJECT) header.from=customer.example";
  const forwarded = async (sealer: string, results: string, from = "ann@customer.example") =>
    sealMail(`${plainMail(from)}-- \r\nChanged on the way\r\n`, sealer, results);

  test.each([
    ["who is trusted and found it right", "google.com", passes, "pass"],
    ["below one who is trusted", "google.com", "mx.google.com; spf=pass smtp.mailfrom=ann@customer.example", "pass"],
    ["who is trusted and found it wrong", "google.com", passes.replace("dmarc=pass", "dmarc=fail"), "fail"],
    [
      "who is trusted and found another sender right",
      "google.com",
      passes.replaceAll("customer.example", "evil.example"),
      "fail",
    ],
    ["who is trusted and found nothing", "google.com", "mx.google.com; none", "fail"],
    ["who is the sender", "customer.example", passes, "fail"],
    ["who is unknown", "forwarder.example", passes, "fail"],
  ])("%s", async (_, sealer, results, check) => {
    const verdict = await judge(await forwarded(sealer, results), { envelopeFrom: "shop@shop.test" });
    expect(verdict.check, verdict.reason).toBe(check);
  });

  test("does not let a trusted forwarder vouch for more than it sealed", async () => {
    const raw = await forwarded("google.com", passes);
    for (const changed of [
      raw.replace("[T-1]", "[T-2]"),
      `${raw}more`,
      `Subject: [T-2]\r\n${raw}`,
      raw.replace("ann@", "eve@"),
    ])
      expect((await judge(changed, { envelopeFrom: "shop@shop.test" })).check).toBe("fail");
  });

  test("does not let a trusted forwarder vouch for those who sealed before it", async () => {
    const first = await forwarded("evil.example", passes);
    const second = await sealMail(first, "google.com", passes, "pass");
    expect((await judge(second, { envelopeFrom: "shop@shop.test" })).check).toBe("fail");
    const trusted = await sealMail(
      await forwarded("google.com", passes),
      "google.com",
      "mx.google.com; arc=pass",
      "pass",
    );
    expect((await judge(trusted, { envelopeFrom: "shop@shop.test" })).check).toBe("pass");
  });

  test("keeps the original signature valid without a seal", async () => {
    const raw = await signMail(plainMail("ann@customer.example"), "customer.example");
    const onTheWay = `Received: from a by forwarder.example; now\r\nDelivered-To: shop@forwarder.example\r\n${raw}`;
    expect((await judge(onTheWay, { envelopeFrom: "shop@forwarder.example" })).check).toBe("pass");
  });
});
