import { buffer } from "node:stream/consumers";
import { expect, test } from "vitest";
import { parseMail } from "./parse-mail.ts";

async function read(text: string) {
  const mail = await parseMail(Buffer.from(`From: a@x.example\n\n${text}`), {
    onAttachment: (_meta, bytes) => buffer(bytes),
  });
  return [mail.text, ...mail.attachments.map(({ name, storedAs }) => `${name}: ${storedAs}`)];
}
const file = "begin 644 a b.txt\n%2&5L;&\\\n`\nend";

test.each([
  ["a file", `Hi\n${file}\nBye`, ["Hi\nBye", "a b.txt: Hello"]],
  ["two", `${file}\n\n${file}\n`, ["\n", "a b.txt: Hello", "a b (2).txt: Hello"]],
  ["other line ends", `Hi\r\n${file.replaceAll("\n", "\r\n")}\r\n`, ["Hi\n", "a b.txt: Hello"]],
])("takes out of a text %s", async (_, text, expected) => {
  expect(await read(text)).toEqual(expected);
});

test.each([
  "begin 644 the parcel\nis what I did\nend",
  "Please begin 644 now",
  "begin 644 a.txt\n%2&5L;&\\\n`\n",
  "begin 644 a.txt\nend",
  "> begin 644 a.txt\n> %2&5L;&\\\n> `\n> end",
])("leaves %j", async (text) => {
  expect(await read(text)).toEqual([text]);
});

test("a megabyte of beginnings takes no second", async () => {
  const started = performance.now();
  await read("begin 644 a\n".repeat(90_000));
  await read(`begin 644 a\n${"`\nbegin 644 a\n".repeat(70_000)}`);
  expect(performance.now() - started).toBeLessThan(1_000);
});
