import { expect, test } from "vitest";
import { discardAttachment } from "./collect-part.ts";
import { parseMail } from "./parse-mail.ts";

const read = async (raw: string) => {
  const parsed = await parseMail(Buffer.from(raw), { onAttachment: discardAttachment });
  return { ...parsed, sole: parsed.soleFrom?.email ?? null, text: parsed.text.trim() };
};
const head = "From: Ann <ann@x.example>\rSubject: Lamp\rMessage-ID: <1@x.example>\r";
const long = "A line of many words.\r".repeat(4_000);

test.each([
  ["all of it", `${head}\rWords.\rMore.\r`, "Words.\nMore."],
  ["a line feed at the very end", `${head}\rWords.\rMore.\r\r\n`, "Words.\nMore."],
  ["two at the end", `${head}\rWords.\rMore.\r\n\r\n`, "Words.\nMore."],
  ["a body with line feeds", `${head}\rWords.\r\nMore.\n\nAnn`, "Words.\nMore.\n\nAnn"],
  ["what relays wrote before", `Received: from x\r\n\tby y\r\n${head}\rWords.\rMore.\r\n`, "Words.\nMore."],
  ["the rest of a header", `To: b@x.example\n${head}\rWords.\rMore.`, "Words.\nMore."],
  ["a long one", `${head}\r${long}\r\n`, long.replaceAll("\r", "\n").trim()],
])("reads a header that carriage returns alone end, as no proof of a sender: %s", async (_, raw, text) => {
  const parsed = await read(raw);
  expect(parsed).toMatchObject({ subject: "Lamp", text, messageId: "<1@x.example>", sole: null });
  expect(parsed.from).toEqual({ name: "Ann", email: "ann@x.example" });
});

const sound = "From: Ann <ann@x.example>\r\nSubject: Lamp\r\n";
test.each([
  ["line feeds everywhere", `${sound}\r\nWords.\r\nMore.`, "Words.\nMore.", "ann@x.example"],
  ["returns in the body", `${sound}\r\nWords.\r\rMore.`, "Words.\n\nMore.", "ann@x.example"],
  ["two returns a line", `${sound}\r\nWords.`.replaceAll("\r\n", "\r\r\n"), "Words.", "ann@x.example"],
  ["a header alone", sound, "", "ann@x.example"],
  ["returns inside a field", `${sound}X-A: b\r\rFrom: m@evil.example\r\r\r\n\r\nWords.`, "Words.", null],
])("does not change a header that line feeds end: %s", async (_, raw, text, sole) => {
  const parsed = await read(raw);
  expect(parsed).toMatchObject({ subject: "Lamp", text, sole });
});

test.each(["\r", "\r\r", "\n\r", "\r\n", "a\r\r\n"])(
  "reads or refuses a megabyte of %j, which quadratic work could not finish within a test",
  async (unit) => {
    const raw = `${head}${unit.repeat(1_000_000 / unit.length)}`;
    expect(await read(raw).catch((error: Error) => error.name)).toBeOneOf(["UnparsableMail", expect.any(Object)]);
  },
);
