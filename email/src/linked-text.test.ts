import { expect, test } from "vitest";
import { html } from "./html.ts";
import { linkedText } from "./linked-text.ts";

function show(text: string): string {
  return html`${linkedText(text)}`.text.replace(/ style="[^"]*"| target="_blank"/g, "");
}

test.each([
  ["no link at all", "no link at all"],
  ["www.acme.example/a", '<a href="https://www.acme.example/a">www.acme.example/a</a>'],
  ["ask help@acme.example!", 'ask <a href="mailto:help@acme.example">help@acme.example</a>!'],
  ["(see https://a.example/b_(c))", '(see <a href="https://a.example/b_(c)">https://a.example/b_(c)</a>)'],
  ["https://a.example.", '<a href="https://a.example">https://a.example</a>.'],
  ["https://a.example/b_(c))!),.", '<a href="https://a.example/b_(c)">https://a.example/b_(c)</a>)!),.'],
  ["https://a.example/(b.", '<a href="https://a.example/(b">https://a.example/(b</a>.'],
  ["javascript:alert(1)", "javascript:alert(1)"],
  ["a\r\nb\n\nc", '<div dir="auto">a</div><div dir="auto">b</div><div dir="auto"><br></div><div dir="auto">c</div>'],
  ["Hello\nשלום", '<div dir="auto">Hello</div><div dir="auto">שלום</div>'],
  ["a   b", "a\u00a0\u00a0 b"],
  [" indented", "\u00a0indented"],
  ["1 < 2 & 3", "1 &lt; 2 &amp; 3"],
  ["", ""],
])("shows %j as %j", (text, shown) => {
  expect(show(text)).toBe(shown);
});

test.each([")", ".", ").", ".a"])("links an address that ends with many %j, and loses nothing", (end) => {
  // Quadratic work over so many would not end before the test's timeout.
  const address = `https://a.example/${end.repeat(500_000 / end.length)}`;
  for (const text of [address, `${address}x`]) {
    const shown = show(text);
    expect(shown.startsWith('<a href="https://a.example/')).toBe(true);
    expect(shown.replace(/<[^>]+>/g, "") === text).toBe(true);
  }
});
