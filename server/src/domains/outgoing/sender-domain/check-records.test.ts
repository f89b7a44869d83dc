import { afterAll, beforeAll, expect, test } from "vitest";
import { type NameServerStandIn, startNameServer, type Zone } from "../../../../../stand-ins/name-server.ts";
import { askNames, type NameAsker } from "../../../platform/dns/ask-names.ts";
import { checkDmarc, checkKey, checkSpf, findMailboxHost, spfToSet } from "./check-records.ts";
import { obstacleTo, senderDomainOf } from "./sender-domain.ts";

let server: NameServerStandIn;
let ask: NameAsker;
beforeAll(async () => {
  server = await startNameServer({});
  ask = askNames([server.address]);
});
afterAll(() => server.stop());

const publicKey = `MIIBIjANBgkqhkiG9w0BAQEF${"QUJD".repeat(80)}AQAB`;
const expected = { domain: "shop.example", selector: "dh1", publicKey };
const keyAt = "dh1._domainkey.shop.example";
const whole = `v=DKIM1; k=rsa; p=${publicKey}`;

test.each<[string, Zone, string, RegExp]>([
  ["as it is shown", { [`${keyAt} TXT`]: [whole] }, "right", /is there/],
  ["without what may be left out", { [`${keyAt} TXT`]: [`p=${publicKey}`] }, "right", /is there/],
  ["with spaces within the key", { [`${keyAt} TXT`]: [whole.replace("QUJDQUJD", "QUJD QUJD")] }, "right", /is there/],
  [
    "with a semicolon at its end and other order",
    { [`${keyAt} TXT`]: [`v=DKIM1;t=s;p=${publicKey};`] },
    "right",
    /is there/,
  ],
  [
    "at a name that stands for another",
    { [`${keyAt} CNAME`]: ["keys.dns.example"], "keys.dns.example TXT": [whole] },
    "right",
    /is there/,
  ],
  ["nowhere", {}, "missing", /no TXT record at this name yet/],
  ["at an alias of nothing", { [`${keyAt} CNAME`]: ["gone.example"] }, "missing", /stands for gone\.example/],
  ["at a doubled name", { [`${keyAt}.shop.example TXT`]: [whole] }, "missing", /Enter dh1\._domainkey as the name/],
  [
    "split over two records",
    { [`${keyAt} TXT`]: [whole.slice(0, 200), whole.slice(200)] },
    "wrong",
    /more than one TXT record/,
  ],
  ["beside an old one", { [`${keyAt} TXT`]: [whole, "v=DKIM1; p=QUJD"] }, "wrong", /more than one/],
  ["of somebody else", { [`${keyAt} TXT`]: ["v=DKIM1; k=rsa; p=QUJDREVG"] }, "wrong", /another key/],
  ["cut off", { [`${keyAt} TXT`]: [whole.slice(0, 200)] }, "wrong", /cut off/],
  ["revoked", { [`${keyAt} TXT`]: ["v=DKIM1; p="] }, "wrong", /revoked/],
  ["without a key", { [`${keyAt} TXT`]: ["v=DKIM1; k=rsa"] }, "wrong", /p= is missing/],
  ["in quotation marks", { [`${keyAt} TXT`]: [`"${whole}"`] }, "wrong", /quotation marks/],
  ["of another version", { [`${keyAt} TXT`]: [whole.replace("DKIM1", "DKIM2")] }, "wrong", /begin with v=DKIM1/],
  ["with its version at the end", { [`${keyAt} TXT`]: [`p=${publicKey}; v=DKIM1`] }, "wrong", /begin with v=DKIM1/],
  ["of another kind", { [`${keyAt} TXT`]: [whole.replace("rsa", "ed25519")] }, "wrong", /k=rsa/],
  ["for tests", { [`${keyAt} TXT`]: [`${whole}; t=y:s`] }, "wrong", /t=y/],
  ["for other hashes", { [`${keyAt} TXT`]: [`${whole}; h=sha1`] }, "wrong", /h=sha256/],
  ["for other services", { [`${keyAt} TXT`]: [`${whole}; s=tlsrpt`] }, "wrong", /not for e-mail/],
  ["that is no key", { [`${keyAt} TXT`]: ["google-site-verification"] }, "wrong", /not a list of tags/],
  ["with a tag twice", { [`${keyAt} TXT`]: [`${whole}; p=QUJD`] }, "wrong", /not a list of tags/],
  ["behind name servers with troubles", { "* *": "servfail" }, "unknown", /does not mean/],
])("a key %s", async (_where, zone, state, words) => {
  server.zone = zone;
  expect(await checkKey(ask, expected)).toMatchObject({ state, words: expect.stringMatching(words) });
});

const many = (count: number) => Array.from({ length: count }, (_, at) => `a:h${at}.example`).join(" ");
test.each<[string, Zone, string, RegExp]>([
  ["includes ours", { "shop.example TXT": ["v=spf1 include:mail.desk.example -all"] }, "right", /allowed/],
  ["is in capitals", { "shop.example TXT": ["V=SPF1 INCLUDE:Mail.Desk.Example -ALL"] }, "right", /allowed/],
  [
    "includes one that includes ours",
    { "shop.example TXT": ["v=spf1 include:in.example ~all"], "in.example TXT": ["v=spf1 include:mail.desk.example"] },
    "right",
    /allowed/,
  ],
  [
    "is elsewhere",
    { "shop.example TXT": ["v=spf1 redirect=in.example"], "in.example TXT": ["v=spf1 include:mail.desk.example -all"] },
    "right",
    /allowed/,
  ],
  [
    "stands beside other texts",
    { "shop.example TXT": ["abc", "v=spf1 include:mail.desk.example", "v=spf10"] },
    "right",
    /allowed/,
  ],
  [
    "asks for ten names",
    { "shop.example TXT": [`v=spf1 include:mail.desk.example ${many(9)} -all`] },
    "right",
    /allowed/,
  ],
  [
    "asks for eleven",
    { "shop.example TXT": [`v=spf1 include:mail.desk.example ${many(10)} -all`] },
    "wrong",
    /more than 10/,
  ],
  ["includes itself", { "shop.example TXT": ["v=spf1 include:shop.example -all"] }, "wrong", /more than 10/],
  ["does not exist", { "shop.example TXT": ["something else"] }, "missing", /no SPF record/],
  [
    "exists twice",
    { "shop.example TXT": ["v=spf1 -all", "v=spf1 include:mail.desk.example"] },
    "wrong",
    /more than one SPF/,
  ],
  ["allows others", { "shop.example TXT": ["v=spf1 ip4:192.0.2.1 -all"] }, "wrong", /include:mail\.desk\.example/],
  [
    "names ours behind its end",
    { "shop.example TXT": ["v=spf1 -all include:mail.desk.example"] },
    "wrong",
    /include:mail/,
  ],
  ["forbids ours", { "shop.example TXT": ["v=spf1 -include:mail.desk.example ~all"] }, "wrong", /include:mail/],
  [
    "includes nothing",
    { "shop.example TXT": ["v=spf1 include:none.example -all"] },
    "wrong",
    /none\.example, which has no SPF/,
  ],
  ["is behind name servers with troubles", { "* *": "servfail" }, "unknown", /does not mean/],
  [
    "includes what is behind such",
    { "shop.example TXT": ["v=spf1 include:in.example -all"], "in.example TXT": "servfail" },
    "unknown",
    /does not mean/,
  ],
])("an SPF record that %s", async (_what, zone, state, words) => {
  server.zone = { "mail.desk.example TXT": ["v=spf1 ip4:192.0.2.9 -all"], ...zone };
  const finding = await checkSpf(ask, "shop.example", "mail.desk.example");
  expect(finding).toMatchObject({ state, words: expect.stringMatching(words) });
});

test.each([
  [[], "v=spf1 include:desk.example ~all"],
  [["v=spf1 ip4:192.0.2.1 -all"], "v=spf1 include:desk.example ip4:192.0.2.1 -all"],
  [["v=spf1 include:desk.example -all"], "v=spf1 include:desk.example -all"],
  [["v=spf1"], "v=spf1 include:desk.example"],
  [
    ["v=spf1 a mx -all", "v=spf1 include:b.example MX -all"],
    "v=spf1 include:desk.example a mx include:b.example MX -all",
  ],
  [["v=spf1 a -all", "other", "v=spf1 a ~all"], "v=spf1 include:desk.example a ~all"],
  [["v=spf1 redirect=a.example", "v=spf1 include:desk.example"], "v=spf1 include:desk.example include:a.example ~all"],
])("the SPF record %j becomes %s", (found, value) => {
  expect(spfToSet(found, "desk.example")).toBe(value);
});

test.each([
  ["one.example", ["aspmx.l.google.com", "alt1.aspmx.l.google.com"], "include:_spf.google.com", "Google Workspace"],
  ["two.example", ["Two-Example.mail.protection.outlook.com"], "include:spf.protection.outlook.com", "Microsoft 365"],
  ["three.example", ["mail.three.example"], "", null],
  ["four.example", ["notgoogle.com"], "", null],
  ["five.example", [], "", null],
])(
  "a new SPF record of %s includes the host of the mailboxes, known by the servers %j",
  async (domain, servers, include, name) => {
    server.zone = servers.length > 0 ? { [`${domain} MX`]: servers } : {};
    const host = await findMailboxHost(ask, domain);
    expect(host?.name ?? null).toBe(name);
    const value = `v=spf1 include:desk.example ${include}`.trim();
    expect(spfToSet([], "desk.example", host?.include)).toBe(`${value} ~all`);
    const { words } = await checkSpf(ask, domain, "desk.example");
    expect(words.includes("allows")).toBe(name !== null);
  },
);

const at = "_dmarc.care.shop.example TXT";
test.each<[string, Zone, string, RegExp]>([
  ["its own", { [at]: ["v=DMARC1; p=none"] }, "right", /policy: none\.$/],
  ["a strict one", { [at]: ["v=DMARC1;p=reject;adkim=s;aspf=s;"] }, "right", /reject/],
  ["that of the domain above", { "_dmarc.shop.example TXT": ["v=DMARC1; p=quarantine"] }, "right", /of shop\.example/],
  ["none", {}, "missing", /no DMARC policy/],
  ["two", { [at]: ["v=DMARC1; p=none", "v=DMARC1; p=reject"] }, "wrong", /more than one/],
  ["one that says nothing", { [at]: ["v=DMARC1; rua=mailto:a@b.example"] }, "wrong", /p= is missing/],
  ["one that does not exist", { [at]: ["v=DMARC1; p=strict"] }, "wrong", /p=strict does not exist/],
  ["one in small letters", { [at]: ["v=dmarc1; p=none"] }, "wrong", /in capitals/],
  ["another text", { [at]: ["hello"] }, "wrong", /v=DMARC1/],
  ["nobody who answers", { "* *": "servfail" }, "unknown", /does not mean/],
])("a domain with %s as its DMARC policy", async (_what, zone, state, words) => {
  server.zone = zone;
  expect(await checkDmarc(ask, "care.shop.example")).toMatchObject({ state, words: expect.stringMatching(words) });
});

test("without an answer from name servers nothing is judged right or wrong", async () => {
  const nobody = askNames("off");
  const states = [
    checkKey(nobody, expected),
    checkSpf(nobody, "a.example", "b.example"),
    checkDmarc(nobody, "a.example"),
  ];
  expect((await Promise.all(states)).map(({ state }) => state)).toEqual(Array(3).fill("unknown"));
});

test.each([
  ["care@Shop.Example", "shop.example", null],
  ["care@shop.example.", "shop.example", null],
  ["care@café.example", "xn--caf-dma.example", null],
  ["care@eu.shop.example", "eu.shop.example", null],
  ["care@gmail.com", "gmail.com", "webmail"],
  ["care@GoogleMail.com", "googlemail.com", "webmail"],
  ["care@yahoo.co.uk", "yahoo.co.uk", "webmail"],
  ["help@mail.desk.example", "mail.desk.example", "ours"],
  ["help@x.MAIL.desk.example", "x.mail.desk.example", "ours"],
  ["help@desk.example", "desk.example", null],
  ["care@notmail.desk.example", "notmail.desk.example", null],
  ["care@localhost", "", "none"],
  ["care@[192.0.2.1]", "", "none"],
  ["care@192.0.2.1", "", "none"],
  ["care@a_b.example; p=x", "", "none"],
  ["", "", "none"],
])("the domain of %s is %s, and its obstacle %s", (address, domain, obstacle) => {
  expect(senderDomainOf(address)).toBe(domain);
  expect(obstacleTo(domain, "mail.desk.example")).toBe(obstacle);
});
