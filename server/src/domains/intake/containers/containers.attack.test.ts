import { deflateSync } from "node:zlib";
import fc from "fast-check";
import { expect, test } from "vitest";
import { cmsOf, element } from "../../../../../stand-ins/mail-programs/cms-of.ts";
import { attachedMessage, binary, packRtf, tnefOf, unicode } from "../../../../../stand-ins/mail-programs/tnef-of.ts";
import { decodeCharset } from "../parse/decode-charset.ts";
import { readCalendar } from "./read-calendar.ts";
import { readCms } from "./read-cms.ts";
import { readRtf } from "./read-rtf.ts";
import { expandRtf, readTnef, type TnefMessage } from "./read-tnef.ts";

const mebibyte = 1024 * 1024;
const words = Buffer.from("Content-Type: text/plain\r\n\r\nThe lamp is broken.");
const rtf =
  "{\\rtf1\\ansi\\fromhtml1{\\fonttbl{\\f0\\fcharset128 A;}}{\\*\\htmltag64 <p>}\\f0 a\\'83\\'5c\\u8222?b{\\*\\htmltag72 </p>}}";
const outlook = tnefOf({
  text: "The lamp",
  properties: [unicode(0x37, "Lamp"), binary(0x1009, packRtf(rtf))],
  files: [
    { title: "a.txt", bytes: Buffer.from("a"), properties: [unicode(0x3707, "a b.txt")] },
    { properties: [attachedMessage(tnefOf({ text: "inner" }))] },
  ],
});
const calendar = Buffer.from(
  "BEGIN:VCALENDAR\r\nMETHOD:REQUEST\r\nBEGIN:VTIMEZONE\r\nTZID:Z\r\nBEGIN:STANDARD\r\nDTSTART:16010101T030000\r\nTZOFFSETFROM:+0200\r\n" +
    "TZOFFSETTO:+0100\r\nRRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10\r\nEND:STANDARD\r\nEND:VTIMEZONE\r\nBEGIN:VEVENT\r\n" +
    "DTSTART;TZID=Z:20261201T140000\r\nDURATION:PT1H\r\nRRULE:FREQ=DAILY;COUNT=2\r\nATTENDEE;CN=A:mailto:a@b.example\r\nEND:VEVENT\r\nEND:VCALENDAR",
);

const readers: Record<string, { file: Buffer; read: (bytes: Buffer) => unknown }> = {
  "a signed message": { file: cmsOf("signed", words), read: (bytes) => readCms(bytes, mebibyte) },
  "a signed message in pieces": {
    file: cmsOf("signed", words, { isOpen: true, pieceBytes: 5 }),
    read: (bytes) => readCms(bytes, mebibyte),
  },
  "a packed message": { file: cmsOf("compressed", deflateSync(words)), read: (bytes) => readCms(bytes, mebibyte) },
  "a winmail.dat": { file: outlook, read: (bytes) => readTnef(bytes, decodeCharset) },
  "packed RTF": { file: packRtf(rtf), read: (bytes) => expandRtf(bytes, mebibyte) },
  RTF: { file: Buffer.from(rtf), read: (bytes) => readRtf(bytes, decodeCharset) },
  "a calendar": { file: calendar, read: (bytes) => readCalendar(bytes.toString("latin1")) },
};

test.each(Object.entries(readers))("reads %s that is truncated anywhere as far as it goes", (_, { file, read }) => {
  for (let length = 0; length <= file.length; length += 1) read(file.subarray(0, length));
});

test.each(Object.entries(readers))("reads %s with any bytes in any place", (_, { file, read }) => {
  const change = fc.record({ at: fc.nat(file.length), bytes: fc.uint8Array({ minLength: 1, maxLength: 8 }) });
  fc.assert(
    fc.property(fc.array(change, { minLength: 1, maxLength: 5 }), (changes) => {
      const changed = Buffer.from(file);
      for (const { at, bytes } of changes) changed.set(bytes.slice(0, file.length - at), at);
      read(changed);
    }),
  );
});

test("does not read beyond the bytes, whatever lengths claim", () => {
  const lies = [0x7fffffff, 0xffffffff, 0x80000000];
  for (const lie of lies) {
    const changed = Buffer.from(outlook);
    changed.writeUInt32LE(lie, 11);
    expect(readTnef(changed, decodeCharset)).toMatchObject({ isCut: true, files: [] });
    const packed = packRtf(rtf);
    packed.writeUInt32LE(lie, 4);
    expect(expandRtf(packed, mebibyte)?.length).toBeLessThan(1_000);
  }
});

test("does not decompress beyond the limit", () => {
  const zeros = deflateSync(Buffer.alloc(64 * mebibyte));
  expect(readCms(cmsOf("compressed", zeros), mebibyte)).toBeNull();
  const long = packRtf(`{\\rtf1 ${"a".repeat(100_000)}}`);
  expect(expandRtf(long, 1_000)?.length).toBe(1_000);
  expect(readRtf(Buffer.from(`{\\rtf1 ${"\\par ".repeat(4_000_000)}}`), decodeCharset)?.content.length).toBe(2_000_000);
});

test("ends at nested pieces, with and without lengths", () => {
  const deep = (isOpen: boolean) => {
    let string = element(0x04, Buffer.from("a"));
    for (let depth = 0; depth < 3_000; depth += 1) string = element(0x24, string, isOpen);
    return string;
  };
  for (const isOpen of [true, false]) {
    const whole = cmsOf("signed", words);
    const at = whole.indexOf(words) - 2;
    expect(readCms(Buffer.concat([whole.subarray(0, at), deep(isOpen)]), mebibyte)).toBeNull();
  }
});

test("ends at nested Outlook messages", () => {
  let packed = tnefOf({ text: "innermost" });
  for (let depth = 0; depth < 200; depth += 1) {
    packed = tnefOf({ text: "outer", files: [{ properties: [attachedMessage(packed)] }] });
  }
  let message: TnefMessage | null | undefined = readTnef(packed, decodeCharset);
  let depth = 0;
  for (; message; message = message.messages[0]) depth += 1;
  expect(depth).toBe(4);
});

test("ends at nested RTF groups", () => {
  expect(readRtf(Buffer.from(`{\\rtf1 ${"{".repeat(200_000)}a${"}".repeat(200_000)}b}`), decodeCharset)).toEqual({
    kind: "text",
    content: "ab",
  });
});

test.each([
  "FREQ=SECONDLY",
  "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=31",
  "FREQ=YEARLY;BYMONTH=2;BYDAY=5SU;BYMONTHDAY=1",
  "FREQ=YEARLY;INTERVAL=1000000000;BYMONTH=1",
  "FREQ=YEARLY;BYSETPOS=366;BYMONTH=1;BYDAY=MO",
  "FREQ=YEARLY;BYDAY=53MO;BYMONTH=1",
])("does not walk through a zone by %s", (rule) => {
  const text = calendar.toString().replace("FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10", rule);
  expect(readCalendar(text)[0]?.start).toMatchObject({ local: "2026-12-01T14:00:00" });
});

test("reads only some events of a calendar of years", () => {
  const event = `BEGIN:VEVENT\r\n${"ATTENDEE:mailto:a@b.example\r\n".repeat(200)}END:VEVENT\r\n`;
  const events = readCalendar(`BEGIN:VCALENDAR\r\n${event.repeat(500)}END:VCALENDAR`);
  expect(events).toHaveLength(10);
  expect(events[0]).toMatchObject({ attendeeCount: 200 });
  expect(events[0]?.attendees).toHaveLength(50);
});
