import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type NameServerStandIn, startNameServer } from "../../../../../stand-ins/name-server.ts";
import { publishedDomains } from "../../../../../stand-ins/published-domains.ts";
import { plainMail, sealMail, signMail } from "../../../../../stand-ins/signed-mail.ts";
import { until } from "../../../testing/take-mail.ts";
import { readMail } from "../read/read-mail.ts";
import { SenderChecks } from "./sender-checks.ts";

// An attacker takes a genuine signed mail of a domain and inserts header lines that two programs read differently. Such a mail may
// pass the check only if the sender that people see is the one that was signed.

let nameServer: NameServerStandIn;
let senders: SenderChecks;

const genuine = plainMail("eve@customer.example");

beforeAll(async () => {
  nameServer = await startNameServer({ ...publishedDomains, "customer.example TXT": ["v=spf1 ip4:192.0.2.1 -all"] });
  senders = new SenderChecks({
    nameServers: [nameServer.address],
    trustedRelays: ["10.0.0.1"],
    trustedSealers: ["google.com"],
  });
  // On a busy machine the first DNS answer may come too late, and the name server is asked again only half a minute later.
  await until(async () => (await judge(Buffer.from(genuine), "192.0.2.1")).check === "pass");
});
afterAll(async () => {
  await senders.close();
  await nameServer.stop();
});

const read = (raw: Buffer) => readMail({ raw, attachmentFolder: null, envelopeFrom: "", cameToReturnPath: false });

async function judge(raw: Buffer, remoteHost = "192.0.2.66") {
  const { parsed, head } = await read(raw);
  const from = parsed.soleFrom?.email ?? null;
  const connection = { remoteHost, helo: "x", envelopeFrom: "eve@customer.example", providerCheck: null };
  const { check } = await senders.judge({ raw, head, from, ...connection });
  return { check, from, subject: parsed.subject, text: parsed.text.trim() };
}

const genuineAsRead = { from: "eve@customer.example", subject: "Re: [T-1]", text: "Where is it?" };
const forged = "From: Ann <ann@customer.example>\r\nSubject: [T-2]\r\n";

test.each([
  ["a byte order mark", `\ufeff${forged}no field\r\n`],
  ["a line of blanks", `${forged} \r\n`],
  ["a line that is no field", `${forged}Please refund me\r\n`],
  ["a name without its colon", `${forged}From\r\n : eve@customer.example\r\n`],
  ["a lone carriage return", `${forged}X: y\r\r\n`],
  ["a vertical tab", `${forged}\v\r\n`],
  ["a zero byte", `${forged}\0\r\n`],
  ["a fold without a field", ` x\r\n${forged}`],
])("fails a forged sender beside %s in the header, whoever vouches for the domain", async (_, lines) => {
  const results = "Authentication-Results: mx.test; dmarc=pass header.from=customer.example";
  const variants = [
    [`${lines}${await signMail(genuine, "customer.example")}`, "192.0.2.66"],
    [`${lines}${genuine}`, "192.0.2.1"],
    [`Received: from a by mx.test; now\r\n${results}\r\n${lines}${genuine}`, "10.0.0.1"],
  ] as const;
  for (const [raw, host] of variants) {
    expect((await judge(Buffer.from(raw), host)).check, host).toBe("fail");
    expect((await judge(Buffer.from(raw.replace(lines, "")), host)).check, host).toBe("pass");
  }
});

const piece = fc.constantFrom(
  ...[
    "Subject: [T-2]\r\n",
    "Subject : [T-2]\r\n",
    " Subject: [T-2]\r\n",
    "Subject:\r\n [T-2]\r\n",
    "Subject\r\n : [T-2]\r\n",
  ],
  ...[
    "From: ann@customer.example\r\n",
    "From : ann@customer.example\r\n",
    "fRoM\t: ann@customer.example\r\n",
    "From:\r\n",
  ],
  ...[" \r\n", "\t\r\n", "\r", "\n", "\0", "\v", "\f", "\x1f", "\x85", "\xa0", "\u2028", "\ufeff", "\u200b"],
  ...[
    "X: y\r\n",
    "X: y\r",
    "X: y\n",
    "X\r\n",
    "X",
    "From",
    "Subject",
    ":",
    "\r\n :",
    "--\r\n",
    ">From: ann@customer.example\r\n",
  ],
  ...["From ann@customer.example Mon Jan 1 00:00:00 2024\r\n", "Resent-From: ann@customer.example\r\n"],
  ...["MIME-Version: 1.0\r\n", "Sender: ann@customer.example\r\n", "Subject: =?utf-8?q?[T-2]?=\r\n"],
);

test("reads every passing mail as it was signed, whatever was inserted into its header", async () => {
  const headerLists = ["from:to:subject:date:message-id", "from:from:subject:subject", "subject:from"];
  const signed = await Promise.all(
    headerLists.map((headerList) => signMail(genuine, "customer.example", { headerList })),
  );
  signed.push(await sealMail(genuine, "google.com", "mx.google.com; dmarc=pass header.from=customer.example"));
  const counts = { pass: 0, other: 0 };
  const lines = fc.array(piece, { minLength: 1, maxLength: 2 });
  const insertAndJudge = async (raw: string, pieces: string[], at: number, charset: "utf8" | "latin1") => {
    const head = raw.split("\r\n");
    head.splice(at % (head.indexOf("") + 1), 0, pieces.join("").replace(/\r\n$/, ""));
    const { check, ...seen } = await judge(Buffer.from(head.join("\r\n"), charset));
    counts[check === "pass" ? "pass" : "other"] += 1;
    if (check === "pass") expect(seen).toEqual(genuineAsRead);
  };
  const changed = fc.asyncProperty(
    fc.constantFrom(...signed),
    lines,
    fc.nat(),
    fc.constantFrom("utf8", "latin1"),
    insertAndJudge,
  );
  await fc.assert(changed, { numRuns: 500, seed: 1 });
  // Both cases must occur, or the test proves nothing about one of them.
  expect(Math.min(counts.pass, counts.other)).toBeGreaterThan(10);
});
