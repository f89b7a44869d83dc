import { expect, test } from "vitest";
import { outlookHeaders, readOutlookThread } from "./reply-headers.ts";

const parent = "AQHb9piJBsCGD1GVoU+wxkNV9ElnybQ1RAuA";
const bytesOf = (index = "") => Buffer.from(index, "base64");
const began = bytesOf(parent).readUIntBE(1, 5);
/** Returns a time after the start of the conversation, in milliseconds. */
const after = (ms: number) => new Date(Number((BigInt(began) << 24n) / 10_000n) - 11_644_473_600_000 + ms);

test("an answer extends the index by five bytes and keeps the topic", () => {
  const thread = readOutlookThread(` ${parent}\n`, " Outlook\r\n thread ");
  expect(thread).toEqual({ index: parent, topic: "Outlook thread" });
  const headers = outlookHeaders(thread, after(60_000), "one");
  const index = bytesOf(headers["Thread-Index"]);
  expect(index.subarray(0, -5)).toEqual(bytesOf(parent));
  // 2^18 units of 100 ns are 26.2 ms.
  expect(index.readUInt32BE(27)).toBe(Math.floor(600_000_000 / 2 ** 18));
  expect(headers["Thread-Topic"]).toBe("Outlook thread");
  expect(outlookHeaders(thread, after(60_000), "one")).toEqual(headers);
  // An answer to the answer extends it once more.
  const next = outlookHeaders(readOutlookThread(headers["Thread-Index"], undefined), after(120_000), "two");
  expect(bytesOf(next["Thread-Index"])).toHaveLength(bytesOf(parent).length + 10);
  expect(next).not.toHaveProperty("Thread-Topic");
});

test("an answer years later sets the first bit, and one before the start counts as simultaneous", () => {
  const blockOf = (ms: number) =>
    bytesOf(outlookHeaders({ index: parent, topic: null }, after(ms), "x")["Thread-Index"]).readUInt32BE(27);
  const years = 3 * 365 * 86_400_000;
  expect(blockOf(years)).toBe(0x8000_0000 + Math.floor((years * 10_000) / 2 ** 23));
  expect(blockOf(-5_000)).toBe(0);
});

test.each([
  undefined,
  "",
  "no base64!",
  Buffer.alloc(22, 2).toString("base64"),
  Buffer.concat([Buffer.from([1]), Buffer.alloc(20)]).toString("base64"),
  Buffer.concat([Buffer.from([1]), Buffer.alloc(23)]).toString("base64"),
  Buffer.concat([Buffer.from([1]), Buffer.alloc(21 + 5 * 1_000)]).toString("base64"),
  `${parent}\r\nBcc: eve@e.example`,
])("an invalid index is not continued: %j", (index) => {
  expect(readOutlookThread(index, "Topic")).toBeNull();
  expect(outlookHeaders({ index: index ?? "", topic: "Topic" }, new Date(0), "x")).toEqual({});
});

test("an index that fills a header line is not extended", () => {
  const index = Buffer.concat([Buffer.from([1]), Buffer.alloc(21 + 5 * 135)]).toString("base64");
  expect(outlookHeaders(readOutlookThread(index, ""), new Date(0), "x")).toEqual({});
});

test("a topic has no line breaks or invisible characters", () => {
  expect(readOutlookThread(parent, "Lamp\r\nBcc: eve@e.example\0\u202Ex")?.topic).toBe("Lamp Bcc: eve@e.example x");
});
