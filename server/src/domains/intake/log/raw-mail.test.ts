import { randomBytes } from "node:crypto";
import { limits } from "@deskhand/contract/limits";
import { rawMailUrl } from "@deskhand/contract/pages";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { newId } from "../../../platform/db/ids.ts";
import { chunkSize } from "../../../platform/storage/files.ts";
import { fromNow } from "../../../testing/from-now.ts";
import { addOutgoing } from "../../../testing/isolation/fill-mail-log.ts";
import { mailOf } from "../../../testing/mail-at-desk.ts";
import { testMailDomain } from "../../../testing/make-test-tenant.ts";
import { type Desk, openDesk } from "../../../testing/open-desk.ts";
import { makeTicket, reply } from "../../../testing/test-desk.ts";
import { addColleague, newOwner, type Person } from "../../../testing/test-people.ts";
import { mailKey, queueAccountMail, readProbeMarks } from "../../outgoing/index.ts";

let desk: Desk;
let owner: Person;
beforeAll(async () => {
  desk = await openDesk();
});
beforeEach(async () => {
  owner = await newOwner(desk);
});
afterAll(() => desk.stop());

async function takeIn(raw: Buffer | string): Promise<string> {
  const entries = await desk.takeIn({ envelopeFrom: "a@b.example", recipients: [owner.supportEmail], raw });
  return entries.get(owner.tenantId) ?? "";
}

const read = (id: string) => owner.api.mail.raw({ id });

async function download(id: string): Promise<{ bytes: Buffer; headers: Headers }> {
  const answer = await owner.send(rawMailUrl(id));
  expect(answer.status).toBe(200);
  return { bytes: Buffer.from(await answer.arrayBuffer()), headers: answer.headers };
}

const linesOf = (text: string, length = 76) =>
  (
    Buffer.from(text, "latin1")
      .toString("base64")
      .match(new RegExp(`.{1,${length}}`, "g")) ?? []
  ).join("\r\n");
const hexOf = (letter: string) => letter.charCodeAt(0).toString(16).toUpperCase();
const entitiesOf = (text: string) => text.replace(/./g, (letter) => `&#x00${hexOf(letter)};`);
const quotedOf = (text: string) => text.replace(/./g, (letter) => `=${hexOf(letter)}`).replace(/(.{72})/g, "$1=\r\n");

/** The text with its base64 decoded, up to three levels deep and at every offset. */
function everyDecoding(text: string, depth = 0): string {
  const plain = text.replace(/=\r\n|\0/g, "");
  if (depth === 3) return plain;
  const runs = text.match(/[A-Za-z\d+/]{40,}(?:\r\n(?:> )?[A-Za-z\d+/]+)*/g) ?? [];
  const decoded = runs.flatMap((run) =>
    [0, 1, 2, 3].map((skipped) => {
      const letters = run.replace(/[^A-Za-z\d+/]/g, "").slice(skipped);
      return everyDecoding(Buffer.from(letters, "base64").toString("latin1"), depth + 1);
    }),
  );
  return [plain, ...decoded].join("\n");
}

describe("an incoming mail", () => {
  test.each<[string, Buffer | string]>([
    ["with HTML and scripts", mailOf({ headers: ["Content-Type: text/html"], text: "<script>alert(1)</script>" })],
    ["with control characters and direction marks", mailOf({ text: "\u202etxt.exe \u0007\u001b[31m" })],
    ["of bytes that are no text", Buffer.concat([Buffer.from(mailOf({})), randomBytes(2_000)])],
    ["in lines of the wrong kind", "From: a@b.example\nSubject: Hi\n\nHello\rthere\n"],
  ])("%s is downloaded byte for byte, and always as a file", async (_, raw) => {
    const id = await takeIn(raw);
    const { bytes, headers } = await download(id);
    expect(bytes.equals(Buffer.from(raw))).toBe(true);
    expect(headers.get("content-type")).toBe("text/plain; charset=utf-8");
    expect(headers.get("content-disposition")).toBe(`attachment; filename*=UTF-8''mail-${id}.eml`);
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("content-security-policy")).toContain("sandbox");
    const shown = await read(id);
    expect(shown).toEqual({
      text: bytes.toString("utf8"),
      isCut: false,
      isMadeAgain: false,
      isLinkWithheld: false,
      isTextWithheld: false,
    });
  });

  test("is shown up to a limit, and never with half a character", async () => {
    const raw = `${mailOf({ text: "" })}${"é".repeat(limits.rawMailShownBytes)}`;
    const id = await takeIn(raw);
    const { text, isCut } = await read(id);
    expect(isCut).toBe(true);
    expect(raw.startsWith(text)).toBe(true);
    expect(Buffer.byteLength(text)).toBeGreaterThan(limits.rawMailShownBytes - 3);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(limits.rawMailShownBytes);
    expect((await download(id)).bytes.equals(Buffer.from(raw))).toBe(true);
  });

  const token = randomBytes(32).toString("base64url");
  const broken = token.replace(/^(.{7})/, "$1=\r\n");
  test.each([
    ["as it is", `https://desk.test/reset-password#${token}`],
    ["in quoted-printable", `https://desk.test/reset-pass=\r\nword=23${broken}`],
    ["quoted in HTML", `<a href=3D"https://desk.test/invitation#${broken}">`],
    ["within another address", `https://safe.example/?url=https%3A%2F%2Fdesk.test%2Fconfirm%23${token}`],
    ["across two chunks", `${"x".repeat(chunkSize - 250)}\r\nhttps://desk.test/change-email#${token}`],
    [
      "at the end of what is shown",
      `${"x".repeat(limits.rawMailShownBytes - 400)}\r\nhttps://desk.test/confirm#${token}`,
    ],
    ["quoted since", `> > https://desk.test/reset-password#${token}`],
    ["broken for its length", `https://desk.test/confirm#${token.slice(0, 9)} \r\n${token.slice(9)}`],
    ["broken for its length and quoted", `> https://desk.test/invitation#\r\n> ${token}`],
    ["with HTML entities", `<a href="https://desk.test/confirm&#35;${token}">`],
    ["in hexadecimal HTML entities", entitiesOf(`https://desk.test/confirm#${token}`)],
    ["with each letter in quoted-printable", quotedOf(`https://desk.test/confirm#${token}`)],
    [
      "within an address within another",
      `https://safe.example/?url=https%253A%252F%252Fdesk.test%252Fconfirm%2523${token}`,
    ],
    [
      "rewritten by a mail filter",
      `https://urldefense.example/v2/url?u=https-3A__desk.test_reset-2Dpassword-23${token}&d=x`,
    ],
    ["rewritten by a later filter", `https://urldefense.example/v3/__https://desk.test/change-email*${token}__;Iw!!x`],
  ])("that returns our link %s shows no link, and becomes no ticket", async (_, link) => {
    const id = await takeIn(mailOf({ headers: ["Auto-Submitted: auto-replied"], text: `Returned:\r\n${link}\r\nEnd` }));
    const { text } = await read(id);
    const { bytes } = await download(id);
    for (const shown of [text, bytes.toString("latin1")]) {
      expect(shown.replaceAll("=\r\n", "")).not.toContain(token.slice(-12));
      expect(shown.replaceAll("=\r\n", "")).not.toContain(token.slice(0, 12));
    }
    expect(bytes.toString("latin1").match(/\*/g)?.length).toBeGreaterThanOrEqual(43);
    expect(bytes.toString("latin1")).toMatch(/\r\nEnd$/);
    await expect(owner.api.mail.makeTicket({ id })).rejects.toMatchObject({ code: "mail_holds_link" });
  });

  const page = `<p>You asked for it.</p><a href="https://desk.test/reset-password#${token}">Choose a password</a>`;
  const returned = mailOf({ headers: ["Content-Transfer-Encoding: base64"], text: linesOf(page) });
  test.each([
    ["as a relay encodes it again", linesOf(page)],
    ["shifted by one letter", linesOf(`x${page}`)],
    ["two letters on", linesOf(`xx${page}`)],
    ["in lines of odd lengths", linesOf(page, 61)],
    ["in one line", linesOf(page, 10_000)],
    ["quoted since", `> ${linesOf(page).replaceAll("\r\n", "\r\n> ")}`],
    ["of HTML with signs", linesOf(page.replace("#", "&#x23;"))],
    ["of quoted-printable", linesOf(page.replace("#", "=23").replace(token, broken))],
    ["in UTF-16", linesOf(Buffer.from(page, "utf16le").toString("latin1"))],
    [
      "of a mail that holds it in base64",
      linesOf(`${mailOf({ text: `Content-Type: message/rfc822\r\n\r\n${returned}` })}`),
    ],
    ["within an enclosed mail", `--b\r\nContent-Type: message/rfc822\r\n\r\n${returned}\r\n--b--`],
    ["across two chunks", `${linesOf("x".repeat(chunkSize))}\r\n${linesOf(page)}`],
    ["amid a large file", linesOf(`${"\u0001\u00e9z".repeat(130_000)}${page}${"\u0002y".repeat(99_000)}`)],
  ])("that returns our link in base64 %s shows no link, and becomes no ticket", async (_, text) => {
    const raw = mailOf({ headers: ["Auto-Submitted: auto-replied"], text: `${text}\r\n\r\nEnd` });
    const id = await takeIn(raw);
    const { bytes } = await download(id);
    expect(bytes.length).toBe(raw.length);
    expect(bytes.toString("latin1")).toMatch(/\*{20}/);
    expect(bytes.toString("latin1")).toMatch(/\r\nEnd$/);
    const shown = (await read(id)).text;
    for (const each of [shown, bytes.toString("latin1")]) expect(everyDecoding(each)).not.toContain(token.slice(8, 34));
    await expect(owner.api.mail.makeTicket({ id })).rejects.toMatchObject({ code: "mail_holds_link" });
  });

  test.each([
    ["a picture", linesOf(randomBytes(300_000).toString("latin1"))],
    ["a text in base64", linesOf("Please confirm #123, see /confirm#top, and your invitation. ".repeat(20))],
    ["a rule below an address", `https://shop.example/confirm#top\r\n${"-".repeat(70)}`],
    ["a word alone on the line below an address", `https://shop.example/confirm#top\r\nThanks\r\n${"=".repeat(70)}`],
  ])("that contains %s is left unchanged", async (_, text) => {
    const raw = mailOf({ text });
    const id = await takeIn(raw);
    expect((await download(id)).bytes.toString("latin1")).toBe(raw);
    expect((await read(id)).isLinkWithheld).toBe(false);
  });

  test("that only mentions such pages is left unchanged", async () => {
    const text = "See https://desk.test/confirm#top and https://shop.example/reset-password?id=1 or /invitation#short";
    const id = await takeIn(mailOf({ text, headers: ["Auto-Submitted: auto-replied"] }));
    expect(await read(id)).toMatchObject({ text: expect.stringContaining(text), isLinkWithheld: false });
    expect((await owner.api.mail.makeTicket({ id })).state).toBe("received");
  });
});

describe("an outgoing mail", () => {
  test("is shown as it would be sent now, with its files in the download, and without a signature", async () => {
    const ticket = await makeTicket(desk, owner);
    const answer = await reply(owner, ticket.id, { content: "It is on its way, Žofie." });
    const { items } = await owner.api.mail.log({ direction: "out" });
    const { id = "", ticket: onTicket } = items[0] ?? {};
    expect(onTicket?.id).toBe(ticket.id);
    const { text, ...flags } = await read(id);
    expect(flags).toEqual({ isCut: false, isMadeAgain: true, isLinkWithheld: false, isTextWithheld: false });
    expect(text).toContain("To: jane@customer.test\r\n");
    expect(text).toMatch(/It is on its way/);
    expect(text).not.toMatch(/dkim-signature/i);
    expect(answer.id).toBeTruthy();
    const { bytes, headers } = await download(id);
    expect(bytes.toString()).toContain("To: jane@customer.test\r\n");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("content-disposition")).toMatch(/^attachment/);
  });

  test.each(["confirmation", "password_reset", "change_email"] as const)(
    "of the kind %s never shows its link, nor its sealed token",
    async (kind) => {
      const token = randomBytes(32).toString("base64url");
      await desk.db.withTenant(owner.tenantId, (tx) =>
        queueAccountMail(tx, desk.services, {
          kind,
          to: "bob@store.example",
          url: "https://desk.test/reset-password",
          token,
          storeName: "李小龙 Store",
          inviterName: "Ann",
          asked: { at: fromNow({}), device: "Firefox", ip: null },
        }),
      );
      const { items } = await owner.api.mail.log({ search: "bob@store.example" });
      expect(items.map((item) => item.kind)).toEqual([kind]);
      const { id = "" } = items[0] ?? {};
      const shown = await read(id);
      expect(shown).toMatchObject({ isMadeAgain: true, isLinkWithheld: true });
      const everything = [
        shown.text,
        (await download(id)).bytes.toString(),
        JSON.stringify(await owner.api.mail.entry({ id })),
      ];
      const [row] = await desk.asOwner<{ sealed: string }>(
        "select details ->> 'sealedToken' as sealed from outgoing_mails where id = $1",
        [id],
        owner.tenantId,
      );
      for (const each of everything) {
        const plain = each.replaceAll("=\r\n", "");
        expect(plain).not.toContain(token.slice(0, 20));
        expect(plain).not.toContain(row?.sealed.slice(0, 20));
      }
      expect(shown.text.replaceAll("=\r\n", "")).toContain("reset-password#link-withheld");
    },
  );
});

test.each(["forwarding_test", "address_check"] as const)(
  "shows neither mark nor link of an outgoing %s, and does not send it again",
  async (kind) => {
    const [id, probeId] = [newId(), newId()];
    const details = { probeId };
    await addOutgoing(desk, owner, { id, kind, to: "help@shop.example", details, error: "No such mailbox" });
    const key = mailKey(desk.services.settings.secret);
    const { text, isLinkWithheld } = await read(id);
    expect(isLinkWithheld).toBe(true);
    const everything = `${text}${(await download(id)).bytes}${JSON.stringify(await owner.api.mail.entry({ id }))}`;
    expect(readProbeMarks(key, everything.replace(/=\r\n/g, ""))).toEqual([]);
    expect(everything.replace(/=\r\n/g, "")).not.toMatch(/confirm=(?!3Dwithheld|withheld)/);
    expect((await owner.api.mail.entry({ id })).actions).toEqual([]);
    await expect(owner.api.mail.tryAgain({ id })).rejects.toMatchObject({ code: "mail_not_repeatable" });
  },
);

test("refuses the mail to those who may not read the log, and to other stores", async () => {
  const id = await takeIn(mailOf({}));
  const out = await addOutgoing(desk, owner, {
    kind: "account_notice",
    to: `a@${testMailDomain}`,
    details: { url: "http://desk.test", storeName: "Store" },
  });
  const [agent, other] = [await addColleague(desk, owner, "agent"), await newOwner(desk)];
  for (const each of [id, out]) {
    await expect(agent.api.mail.raw({ id: each })).rejects.toMatchObject({ code: "not_allowed" });
    await expect(other.api.mail.raw({ id: each })).rejects.toMatchObject({ code: "mail_log_entry_not_found" });
    expect((await other.send(rawMailUrl(each))).status).toBe(404);
  }
  await expect(read(newId())).rejects.toMatchObject({ code: "mail_log_entry_not_found" });
});
