import { expect, test } from "vitest";
import { likenessOf } from "./find-limit.ts";

type Said = {
  from?: string;
  name?: string | null;
  answered?: string;
  subject?: string;
  text?: string;
  files?: number[];
  isAnswer?: boolean;
};

function likeness(said: Said): string {
  const {
    from = "desk@market.example",
    name = "Market",
    answered = from,
    subject = "Hello",
    text = "Hello there",
  } = said;
  const attachments = (said.files ?? []).map((size) => ({ size }));
  const parsed = { attachments } as Parameters<typeof likenessOf>[0]["parsed"];
  return likenessOf(
    { cleanSubject: subject, newText: text, fullText: text, parsed },
    { sender: { name, email: from }, customer: { name: null, email: answered } },
    said.isAnswer ?? false,
  ).toString("hex");
}

const plain = likeness({});

test.each<[string, Said]>([
  ["blanks and capitals", { subject: " hello ", text: "HELLO\r\n\r\n  there " }],
  ["letters in other widths", { text: "Ｈｅｌｌｏ there" }],
])("treats a mail with %s as the same", (_, said) => {
  expect(likeness(said)).toBe(plain);
});

test.each<[string, Said]>([
  ["another text", { text: "Hello here" }],
  ["another number in it", { text: "Hello there 2" }],
  ["another subject", { subject: "Hello 2" }],
  ["another person to answer", { answered: "ann@customer.example" }],
  ["another sender shown", { name: "Ann at Market" }],
  ["another sender", { from: "other@market.example" }],
  ["another file", { files: [12] }],
  ["an answer", { isAnswer: true }],
])("treats a mail with %s as different", (_, said) => {
  expect(likeness(said)).not.toBe(plain);
});

test("compares answers without subject and numbers, but by their other words", () => {
  const first = likeness({ isAnswer: true, subject: "Re: Cup", text: "Your case 4711-A of 10:02 is open" });
  const again = { isAnswer: true, subject: "Re: Lamp", text: "Your case 4712-B of 10:03 is open" };
  expect(likeness(again)).toBe(first);
  expect(likeness({ ...again, text: "Your case 4712-B of 10:03 is closed" })).not.toBe(first);
});

test("compares a mail without words of its own by what it quotes", () => {
  const parsed = { attachments: [] } as unknown as Parameters<typeof likenessOf>[0]["parsed"];
  const who = { sender: null, customer: null };
  const likenessOfText = (fullText: string) =>
    likenessOf({ cleanSubject: "", newText: " ", fullText, parsed }, who, false).toString("hex");
  expect(likenessOfText("> one")).not.toBe(likenessOfText("> two"));
});
