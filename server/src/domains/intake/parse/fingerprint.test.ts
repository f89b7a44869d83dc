import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { discardAttachment } from "./collect-part.ts";
import { readMessage } from "./parse-mail.ts";

const fingerprintMail = async (raw: Buffer | Readable) =>
  (await readMessage(raw, { onAttachment: discardAttachment })).fingerprint;

const message = (head: string, body = "Hello\r\n\r\nWhere is my order?\r\n") => Buffer.from(`${head}\r\n\r\n${body}`);
const plain = message("From: ann@example.com\r\nMessage-ID: <1@example.com>\r\nSubject: Order");

test("is equal for two copies that came by different ways", async () => {
  const copy = Buffer.from(
    "Received: from a by b;\n\tMon, 1 Jan 2024\nReturn-Path: <ann@example.com>\nX-Spam: no\nDKIM-Signature: v=1\n" +
      "Subject:  Order\nFrom: ann@example.com\nMessage-ID: <1@example.com>\n\nHello\n\nWhere is my order?\n\n",
  );
  expect(await fingerprintMail(copy)).toBe(await fingerprintMail(plain));
});

test.each([
  ["another body", message("From: ann@example.com\r\nMessage-ID: <1@example.com>\r\nSubject: Order", "Hello\r\n")],
  ["another Message-ID", message("From: ann@example.com\r\nMessage-ID: <2@example.com>\r\nSubject: Order")],
  ["no Message-ID", message("From: ann@example.com\r\nSubject: Order")],
  [
    "a joined line",
    message("From: ann@example.com\r\nMessage-ID: <1@example.com>\r\nSubject: Order", "HelloWhere is my order?"),
  ],
])("differs for %s", async (_, other) => {
  expect(await fingerprintMail(other)).not.toBe(await fingerprintMail(plain));
});

test("differs by the text of messages without a header", async () => {
  expect(await fingerprintMail(Buffer.from("one text"))).not.toBe(await fingerprintMail(Buffer.from("another text")));
  const fromMbox = Buffer.concat([Buffer.from("From ann@example.com Mon Jan  1 10:00:00 2024\n"), plain]);
  expect(await fingerprintMail(fromMbox)).toBe(await fingerprintMail(plain));
});

test("is the same however the bytes arrive", async () => {
  const bytes = [...plain].map((byte) => Buffer.from([byte]));
  expect(await fingerprintMail(Readable.from(bytes))).toBe(await fingerprintMail(plain));
});
