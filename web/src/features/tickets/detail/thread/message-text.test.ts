import { expect, test } from "vitest";
import { linkParts } from "./link-parts.ts";
import { earlierText } from "./message-text.tsx";

const links = (text: string) => linkParts(text).flatMap(({ href }) => href ?? []);

test.each([
  ["see https://a.example/x?y=1#z now", ["https://a.example/x?y=1#z"]],
  ["(https://a.example/b).", ["https://a.example/b"]],
  ["https://a.example/wiki/B_(c), ok", ["https://a.example/wiki/B_(c)"]],
  ["<https://a.example>", ["https://a.example"]],
  ["http://a.example http://b.example", ["http://a.example", "http://b.example"]],
  ["javascript:alert(1) data:text/html,x file:///etc/passwd", []],
  ["https:// alone", []],
  ["xhttps://a.example", []],
])("finds the addresses in %j", (text, expected) => expect(links(text)).toEqual(expected));

test("loses nothing of the text", () => {
  const text = "Hello\n  https://a.example/1). شكرا https://b.example!";
  expect(
    linkParts(text)
      .map((part) => part.text)
      .join(""),
  ).toBe(text);
});

test("returns only what the thread does not show yet", () => {
  expect(earlierText("Yes please\n\n> Shall I?", "Yes please")).toBe("> Shall I?");
});

test("returns the whole text when the answer is between or below the quotes", () => {
  expect(earlierText("> Shall I?\nYes please", "Yes please")).toBe("> Shall I?\nYes please");
  expect(earlierText("Yes please\n ", "Yes please")).toBe("Yes please\n ");
});
