import { randomBytes, randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { newId } from "../../../platform/db/ids.ts";
import { isUnguessable } from "./is-unguessable.ts";

const at = Date.parse("2026-11-22T06:00:00Z");
const seconds = Math.floor(at / 1_000);
const facts = { writer: "x7k2m9q4w8z1h5@kunden-shop.example", at };
/** A time some seconds later, written in this base. */
const later = (digits: number, unit = 1_000) => (Math.floor((at + 3_600_000) / unit) * 1).toString(digits);

/** A clock of 100-nanosecond ticks that started this many milliseconds before 1970, in hexadecimal. */
const ticks = (before: number) => (BigInt(at + before) * 10_000n + 4_321n).toString(16);

test.each([
  ["a UUID, version 4", "2ca08ef8-9cf5-4634-a20a-41650dde4d6d@example.com"],
  ["the same in capitals, as Apple writes it", "9A1EA6A5-4FD3-4AD0-8DFD-2420E670DB53@gmail.com"],
  ["a UUID, version 7", "019ab8f1-2d3c-7a01-9c4e-5f60718293ab@example.com"],
  ["a UUID among other things", "010001725d8ad4fc-9fe8fb1f-0292-430b-a634-1eba65166dbb-000000@email.amazonses.com"],
  ["a word and a UUID", "trinity-8bc3e11d-b17c-4641-8692-498e8a19f323-1417217587540@3capp-mailcom-lxa02"],
  ["Gmail", "CAByYQsF5qdTf_h-1AAVPW0RgR1YN+LE=+0Uv9LpQ4aA_myPtCw@mail.gmail.com"],
  ["Gmail, with a word in it", "CABzQGhkMXDxUt_tSVQcg=43aniUhtsVfCZVzu-PG0kwS_uzqMw@mail.gmail.com"],
  ["Exchange", "SLXP216MB0381A4F513CF42F0FCDA0E2FA9250@SLXP216MB0381.KORP216.PROD.OUTLOOK.COM"],
  ["Hotmail", "BAY182-W4180385B0DABF89EB94B34A9300@phx.gbl"],
  ["MD5, as PHP programs write it", "1d487c58d0faacf5c0cc6519bd15395f@example.com"],
  ["SHA-1", "da39a3ee5e6b4b0d3255bfef95601890afd80709@example.com"],
  ["64 random bits", "9f86d081884c7d65@example.com"],
  ["96 random bits in base64", "q83vEjRWeJq83Q7xKf2Z@example.com"],
  ["two random halves", "C1pWn3N6plyJkRdc.8Jk4dSCdB2zwXWqM@cat.example"],
  ["a random part behind a date", "20190429233445.d1BGpTtm7Sx8lFTq@mail.example"],
  ["a random part behind a word and a number", "order-1005-9f86d081884c7d659a2f@shop.example"],
  ["Samsung", "qe8fsl4d0k1l1dv4m4y3kq7x.1400000000000@email.android.com"],
])("finds %s unguessable", (_, id) => {
  expect(isUnguessable(id, facts)).toBe(true);
});

test.each([
  ["a shop system's counter", "shop-order-confirmation-00001005@shop.example"],
  ["a short one", "message-1@example.com"],
  ["a time and a process", "20260101120000.1234@example.com"],
  ["a date in parts", "2026-11-22-05-46-03-contact-form@example.com"],
  ["one repeated character", "aaaaaaaaaaaaaaaaaaaaaaaaaaaa@example.com"],
  ["two signs, many times", "abababababababababab7@example.com"],
  ["a digit and a letter, many times", "a9a9a9a9a9a9a9a9a9a9a9@example.com"],
  ["a piece, many times", "4f7a9c2e4f7a9c2e4f7a9c2e4f7a9c2e@example.com"],
  ["the alphabet", "abcdefghijklmnopqrstuvwxyz0123456789@example.com"],
  ["all hexadecimal digits", "0123456789abcdef0123456789abcdef@example.com"],
  ["letters and digits in turn", "a1b2c3d4e5f6g7h8i9j0k1l2@example.com"],
  ["a row of the keyboard", "qwertyuiopasdfghjkl1005@example.com"],
  ["words spelled in hexadecimal digits", "deadbeefdeadbeefdeadbeef1005@example.com"],
  ["a counter with zeros in front", "00000000000000000000000000001a2f@example.com"],
  ["a counter in a UUID's form", "00000000-0000-4000-8000-000000001005@example.com"],
  ["a UUID of a time and a machine", "6ba7b810-9dad-11d1-80b4-00c04fd430c8@example.com"],
  ["a UUID made of a name", "74738ff5-5367-5958-9aee-98fffdcd1876@example.com"],
  ["words and numbers in turn", "order2confirm4customer7today9mail11send@example.com"],
  ["words put together", "ShopOrderConfirmationMail1005@example.com"],
  ["many words", "my-new-order-for-the-blue-hat-number-1005@example.com"],
  ["digits alone, however many", "92840192830192830912830192830912@example.com"],
  ["seconds in hexadecimal digits, and a counter", `${later(16)}.1c69fb81.a1@example.com`],
  ["milliseconds in 36 digits, and a counter", `${later(36, 1)}-0a1b2c3d@example.com`],
  ["milliseconds in hexadecimal digits, and a counter", `${later(16, 1)}-5852-14fcf@webprd-m12.example`],
  ["seconds in 36 digits behind a name", `mail9x${later(36)}q7@example.com`],
  ["microseconds in 36 digits, and a process", `${(at * 1_000 + 55).toString(36)}z4x7@example.com`],
  ["nanoseconds in hexadecimal digits", `${(BigInt(at) * 1_000_000n + 123_457n).toString(16)}@example.com`],
  ["milliseconds in 32 digits, and a counter", `${later(32, 1)}k9x4@example.com`],
  [".NET's clock, as AOL writes it", `${ticks(62_135_596_800_000).toUpperCase()}-16D4-4F3A@webmail.example`],
  ["Windows' clock", `${ticks(11_644_473_600_000)}.7f3a@example.com`],
  ["a Macintosh's clock", `${(seconds + 2_082_844_800).toString(16)}9f1b3c@example.com`],
  ["PHP's uniqid", `${later(16)}4d5e6@example.com`],
  ["PHP's uniqid with more", `${later(16)}4d5e6.12345678@example.com`],
  ["MongoDB's object id", `${later(16)}9f1b3c5d7e2a4f60@example.com`],
  ["Postfix", "20201113004243.AF578C0196A@smtp.example"],
  ["Postfix, long", "43f4KX6WR7z1xcMG@neko.example"],
  ["the same behind a date", "20190429233445.d1BGpTtmzSzx8lFT@mail.example"],
  ["sendmail", "200712232303.lBNN3rDp003436@mail12.example"],
  ["Exim", "E1d5Q3j-0002h2-9s@f424.i.example"],
  ["qmail", "20240624085201.44446.qmail@nq.example"],
  ["Java", "1185726090.949870.1528972301001.JavaMail.nobody@sonic309.example"],
  ["Yahoo", "295209069.4014733.1528961176672@mail.yahoo.com"],
  ["Python", "152345678901.12345.1234567890123456789@host.example"],
  ["Outlook on a desk", "002b01d2a4bb$028be941$b756c59a@example"],
  ["Outlook on a desk, later", "000c01d4f9c8$d9b9f7f0$8d2de7d0$@com"],
  ["Outlook Express", "000801c5f3c2$8a0d6a60$6401a8c0@pc"],
  ["Gnus", "87mtz1k4w9xq.fsf@gnus.example"],
  ["Gnus, of a machine with many people", "wvr4k2l3bx9z.fsf@example.com"],
  ["Gnus, with a list's name", "87k3x9vq7m2w8z.fsf_-_@example.com"],
  ["Wanderlust", "87lk8f5nkn2w.wl-ann@example.com"],
  ["Lotus Notes", "OF6B1E4F7B.F0F5C0C7-ONC1257F9A.003A5B7C-C1257F9A.003B1D2E@firm.example"],
  ["Ruby's mail", "5f8a1b2c3d4e5_1a2b3fd4c5e6f712a3@app-7.mail"],
  ["Eudora on a Macintosh", "p06230901c5b3d1a2e3f4@[192.168.1.2]"],
  ["Horde, earlier", "20051122085201.8v5y3k2m1o0wk4sc@webmail.example"],
  ["Opera", "op.wm5a4fvsd1kfqy@kim.example"],
  ["FirstClass", "fc.004c4e480a1b2c3d3b9aca0012345678.a1b2c3@school.example"],
  ["the writer's own address", "x7k2m9q4w8z1h5-kunden-shop.example-7@example.com"],
  ["the id's own domain", "1005.k3x9vq7m2w8z4h6j@k3x9vq7m2w8z4h6j.example"],
  ["words in base64", `${Buffer.from("order-confirmation-1005").toString("base64url")}@example.com`],
  ["words in hexadecimal digits", `${Buffer.from("order-confirmation-1005").toString("hex")}@example.com`],
  ["letters alone", "MXQAHQMRSTRWAEMHJAPA@example.com"],
  ["nothing", ""],
  ["no @, and short", "1234"],
  ["too much", `${"4f7a9c2e1b".repeat(100)}@example.com`],
])("finds %s guessable", (_, id) => {
  expect(isUnguessable(id, facts)).toBe(false);
});

test.each([
  ["UUIDs", () => randomUUID()],
  ["our own UUIDs", () => newId()],
  ["128 random bits", () => randomBytes(16).toString("hex")],
  ["160 random bits in hexadecimal digits", () => randomBytes(20).toString("hex")],
  ["Gmail's", () => `CA${randomBytes(37).toString("base64").replaceAll("/", "_")}`],
])("finds nearly all of %s unguessable", (_, make) => {
  const unguessable = Array.from({ length: 500 }, make).filter((id) => isUnguessable(`${id}@example.com`, facts));
  expect(unguessable.length).toBeGreaterThan(480);
});

test.each([
  ["counters", (n: number) => n.toString(16).padStart(32, "0")],
  ["words and counters", (n: number) => `order-confirmation-${String(n).padStart(16, "0")}`],
  ["counters in 36 digits", (n: number) => `order${(n + 36 ** 9).toString(36)}`],
  ["dates and counters", (n: number) => `20261122${String(n).padStart(6, "0")}.${n}.mail`],
  ["seconds and counters", (n: number) => `${(seconds + n).toString(16)}${n.toString(16).padStart(6, "0")}`],
  ["Gnus' clocks", (n: number) => gnusId(1_000 + (n % 60_000), seconds + n, n % 625)],
  ["Gnus' clocks with large user numbers", (n: number) => gnusId(2_000_000_000 + n, seconds + n, n % 625)],
  ["Outlook's clocks", (n: number) => outlookId(n % 200, at + n)],
  ["clocks in 36 digits and counters", (n: number) => `${(at + n).toString(36)}${(n + 36 ** 4).toString(36)}`],
  ["clocks in 62 digits, processes and counters", (n: number) => `${in62(at + n)}${in62(n + 62 ** 2)}${n % 10}`],
  ["object ids", (n: number) => `${seconds.toString(16)}9f1b3c5d7e${n.toString(16).padStart(6, "0")}`],
])("finds none of many %s unguessable", (_, make) => {
  const ids = Array.from({ length: 500 }, (__, n) => make(n * 977 + 1));
  expect(ids.filter((id) => isUnguessable(`${id}@shop.example`, facts))).toEqual([]);
});

/** Makes ids as Gnus does (message-unique-id): the user's number and the halves of the clock, each mixed with a counter. */
function gnusId(person: number, now: number, counter: number): string {
  const half = (number: number) => number.toString(36).padStart(4, "0").slice(-4);
  const [high, low] = [Math.floor(now / 65_536), now % 65_536];
  return `${person.toString(36)}${half(high + (counter % 25) * 65_536)}${half(low + Math.floor(counter / 25) * 65_536)}.fsf`;
}

/** Makes ids as Outlook does: a counter, Windows' clock, and three times its second half. */
function outlookId(counter: number, now: number): string {
  const clock = (BigInt(now) + 11_644_473_600_000n) * 10_000n;
  const low = clock & 0xffffffffn;
  const hex = (number: bigint) => number.toString(16).padStart(8, "0");
  const third = (low * 3n) & 0xffffffffn;
  return `${counter.toString(16).padStart(4, "0")}${hex(clock >> 32n)}$${hex(low)}$${hex(third)}$`;
}

function in62(number: number): string {
  const order = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  return number === 0 ? "" : in62(Math.floor(number / 62)) + order.charAt(number % 62);
}

test("judges a very long id like any other", () => {
  for (const sign of ["a", "1", "-", "a1", "z9Z", "@", "."]) {
    isUnguessable(sign.repeat(998 / sign.length), facts);
    expect(isUnguessable(`${sign.repeat(500_000)}@x`, facts)).toBe(false);
  }
});
