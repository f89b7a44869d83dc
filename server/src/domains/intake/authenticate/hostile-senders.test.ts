import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type NameServerStandIn, startNameServer, type Zone } from "../../../../../stand-ins/name-server.ts";
import { publishedDomains } from "../../../../../stand-ins/published-domains.ts";
import { plainMail, signMail } from "../../../../../stand-ins/signed-mail.ts";
import { headOf } from "../../../testing/strangers/head-of.ts";
import { judgeSender } from "./judge-sender.ts";
import { SenderChecks } from "./sender-checks.ts";

let names: NameServerStandIn;
let senders: SenderChecks;
let folder: string;

beforeAll(async () => {
  names = await startNameServer(publishedDomains);
  // Longer than any of these mails takes on a busy machine.
  senders = checksAt([names.address], 30_000);
  folder = await mkdtemp(join(tmpdir(), "hostile-senders-"));
});
afterAll(async () => {
  await senders.close();
  await names.stop();
  await rm(folder, { recursive: true });
});

function checksAt(nameServers: readonly string[], limitMs = 2_000) {
  return new SenderChecks({ nameServers, trustedRelays: [], trustedSealers: [] }, { limitMs });
}

async function judge(raw: string, from = "ann@customer.example", by = senders, path?: string) {
  const bytes = Buffer.from(raw, "latin1");
  const door = { remoteHost: "192.0.2.66", helo: "x", envelopeFrom: from, providerCheck: null };
  return by.judge({ raw: path ?? bytes, head: await headOf(bytes), from, ...door });
}

const signature =
  "DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed; d=customer.example; s=s; h=from; bh=AAAA; b=AAAA\r\n";
const plain = plainMail("ann@customer.example");

describe("signature checks", () => {
  test.each([
    ["a hundred signatures", signature.repeat(100) + plain],
    [
      "a hundred seals",
      "ARC-Seal: i=1; a=rsa-sha256; d=customer.example; s=s; cv=none; b=AAAA\r\n".repeat(100) + plain,
    ],
    ["60,000 folded lines", `X: a${"\r\n b".repeat(60_000)}\r\n${signature}${plain}`],
    ["lines that are no fields", `X: a${"\r\nno field".repeat(20_000)}\r\n${signature}${plain}`],
    ["a gap in a field's name", `X${" ".repeat(200_000)}Y: z\r\n${signature}${plain}`],
    ["a gap in a list of fields", signature.replace("h=from", `h=from:${" ".repeat(200_000)}x`) + plain],
    [
      "a list of 60,000 fields",
      "X: 1\r\n".repeat(900) + signature.replace("h=from", `h=from${":y".repeat(60_000)}`) + plain,
    ],
    ["60,000 fields", "a:\r\n".repeat(60_000) + signature + plain],
    ["a header without an end", `${signature}X: ${"y".repeat(300_000)}`],
    [
      "open brackets and quotes",
      `From: ${'(<"'.repeat(20_000)}\r\nAuthentication-Results: ${'("'.repeat(60_000)}\r\n${signature}${plain}`,
    ],
  ])("fail a mail with %s", async (_, raw) => {
    expect((await judge(raw)).check).toBe("fail");
  });

  test("verify up to twenty signatures", async () => {
    const raw = await signMail(plain, "customer.example");
    expect((await judge("DKIM-Signature: v=1\r\n".repeat(19) + raw)).check).toBe("pass");
    expect((await judge("DKIM-Signature: v=1\r\n".repeat(20) + raw)).check).toBe("fail");
  });
});

test.each([
  ["1,900 lines", "\r\n b".repeat(1_900), "pass"],
  ["2,100 lines", "\r\n b".repeat(2_100), "fail"],
  ["a gap of 500", " ".repeat(500), "pass"],
  ["a gap of 501", " ".repeat(501), "fail"],
])("judges a signed mail with a field of %s", async (_, value, check) => {
  const raw = await signMail(plain, "customer.example");
  expect((await judge(`X: a${value}b\r\n${raw}`)).check).toBe(check);
});

test("judges the sender's host although twenty signatures hash twenty megabytes in twenty ways", async () => {
  const text = "Some words of a long mail\r\n".repeat(750_000);
  const ways = Array.from({ length: 20 }, (_, at) => signature.replace("s=s;", `s=s; l=${20_000_000 - at};`));
  const path = join(folder, "heavy");
  await writeFile(path, `${ways.join("")}${plainMail("ann@customer.example", [], text)}`);
  const start = `${ways.join("")}${plain}`;
  expect(await judge(start, undefined, undefined, path)).toMatchObject({
    check: "fail",
    reason: expect.stringContaining("DMARC fails for customer.example"),
  });
});

test.each([
  [
    "fail",
    { dmarc: "fail" },
    "Its signatures took too long to read, and nothing else proves that it is from a.example.",
  ],
  [
    "fail",
    { dmarc: "none" },
    "Its signatures took too long to read, and nothing else proves that it is from a.example.",
  ],
  ["pass", { dmarc: "pass" }, "SPF passes for a.example: sent by its host."],
] as const)("returns %s for a mail that takes too long to read, given %j", (check, known, reason) => {
  const found = { signedBy: null, spf: null, isReplyToOpen: false, isUncertain: false, forwarded: null };
  const checked = { ...found, isOverlong: true, isAnswered: true, ...known };
  expect(judgeSender({ fromDomain: "a.example", checked, host: null, trusted: null, claimed: [] })).toEqual({
    check,
    reason,
  });
});

test("streams a mail that lies in a file", async () => {
  const raw = await signMail(
    plainMail("ann@customer.example", [], "Some words of a long mail\r\n".repeat(100_000)),
    "customer.example",
  );
  const path = join(folder, "mail");
  await writeFile(path, raw);
  expect((await judge(raw, undefined, undefined, path)).check).toBe("pass");
  await writeFile(path, `${raw}.`);
  expect((await judge(raw, undefined, undefined, path)).check).toBe("fail");
  // If the mail cannot be read, its sender is in doubt, as nothing proves it.
  expect((await judge(raw, undefined, undefined, join(folder, "gone"))).check).toBe("fail");
});

test("asks no stranger's name server, which could delay the verdict", async () => {
  const before = names.asked.length;
  await judge(await signMail(await signMail(plain, "evil.example"), "silent.example"));
  const asked = names.asked.slice(before);
  expect(asked.filter((question) => /evil|silent/.test(question))).toEqual([]);
});

test("asks each question only once in a while", async () => {
  await judge(await signMail(plain, "customer.example"));
  const before = names.asked.length;
  for (let time = 0; time < 5; time += 1) await judge(await signMail(plain, "customer.example"));
  expect(names.asked.slice(before)).toEqual([]);
});

describe("if the name server", () => {
  test.each<[what: string, zone: Zone]>([
    ["is silent", { "* *": "silence" }],
    ["talks rubbish", { "* *": "garbage" }],
    ["fails", { "* *": "servfail" }],
  ])("%s, mail waits for a moment once, and then no more", async (_, zone) => {
    const lost = await startNameServer(zone);
    const checks = checksAt([lost.address]);
    const verdicts = [await judge(plain, undefined, checks)];
    const asked = lost.asked.length;
    for (let time = 0; time < 20; time += 1) verdicts.push(await judge(plain, undefined, checks));
    expect(lost.asked).toHaveLength(asked);
    expect(new Set(verdicts.map(({ check, reason }) => `${check}: ${reason}`))).toEqual(
      new Set(["none: No name server could be asked."]),
    );
    await checks.close();
    await lost.stop();
  });

  test("is not there, judges by the mail's own results", async () => {
    const checks = checksAt(["127.0.0.1:1"]);
    const raw = `Authentication-Results: mx.a.example; dmarc=fail\r\n${plain}`;
    expect((await judge(raw, undefined, checks)).check).toBe("fail");
    expect((await judge(plain, undefined, checks)).check).toBe("none");
    await checks.close();
  });

  test("stops answering, mail stops waiting for it", async () => {
    const leaving = await startNameServer(publishedDomains);
    const checks = checksAt([leaving.address], 5_000);
    expect((await judge(plain, undefined, checks)).check).toBe("fail");
    leaving.zone = { "* *": "silence" };
    const first = await judge(plainMail("ann@hard.example"), "ann@hard.example", checks);
    expect(first.check).toBe("none");
    await expect
      .poll(async () => (await judge(plainMail("ann@soft.example"), "ann@soft.example", checks)).reason)
      .toBe("No name server could be asked.");
    await checks.close();
    await leaving.stop();
  });

  test("does not answer for one domain, judges the others meanwhile", async () => {
    const done: string[] = [];
    const slow = judge(plainMail("ann@silent.example"), "ann@silent.example").then(({ check }) => done.push(check));
    const others = Array.from({ length: 30 }, () => judge(plain).then(({ check }) => done.push(check)));
    await Promise.all([slow, ...others]);
    expect(done).toEqual([...others.map(() => "fail"), "none"]);
  });
});

test("applies the domain's policy even if one of its names cannot be looked up", async () => {
  const zone: Zone = {
    ...publishedDomains,
    "lame.customer.example TXT": "servfail",
    "s._domainkey.lame.customer.example TXT": "servfail",
  };
  const server = await startNameServer(zone);
  const checks = checksAt([server.address], 60_000);
  const bytes = Buffer.from(await signMail(plain, "lame.customer.example"));
  const door = { remoteHost: "192.0.2.66", helo: "x", envelopeFrom: "x@lame.customer.example", providerCheck: null };
  const verdict = await checks.judge({ raw: bytes, head: await headOf(bytes), from: "ann@customer.example", ...door });
  expect(verdict.check, verdict.reason).toBe("fail");
  await checks.close();
  await server.stop();
});
