import { expect, test } from "vitest";
import { htmlToPlain } from "./html-to-lines.ts";

test("skips what HTML hides", () => {
  const hidden = '<div style="color:red; Display: none"><div>a<br></div>Order #1143</div><p hidden>b</p>';
  const html = `<p>One</p>${hidden}<img style="display:none"><p style="display:block">Two</p>`;
  expect(htmlToPlain(html)).toBe("One\n\nTwo");
});

const link = (href: string, words: string) => htmlToPlain(`<p>See <a href="${href}">${words}</a>.</p>`);

test.each([
  ["https://photos.example/album/77", "here", "See here <https://photos.example/album/77>."],
  ["https://evil.example/x", "https://good.example", "See https://good.example <https://evil.example/x>."],
  ["https://evil.example", "evil.example.good.example", "See evil.example.good.example <https://evil.example>."],
  ["https://www.good.example/", "good.example", "See good.example."],
  ["mailto:ann@a.example?subject=b", "Ann", "See Ann <ann@a.example>."],
  ["mailto:ann@a.example", "Ann (ann@a.example)", "See Ann (ann@a.example)."],
  ["mailto:help+a1b2c3@desk.example", "Shop", "See Shop."],
  ["tel:+43660123456", "0660 123456", "See 0660 123456."],
  ["javascript:alert(1)", "here", "See here."],
  ["https://a.example/b c\n<d>", "here", "See here <https://a.example/b%20c%3Cd%3E>."],
  [`https://a.example/${"b".repeat(3_000)}`, "here", `See here <https://a.example/${"b".repeat(1_982)}…>.`],
])("writes the target of a link to %s behind %s if it is another", (href, words, text) => {
  expect(link(href, words)).toBe(text);
});

test("writes no more than 50,000 characters of links, and none behind a picture", () => {
  const links = `<a href="https://a.example/${"b".repeat(982)}">c</a> `.repeat(100);
  expect(htmlToPlain(links).length).toBeLessThan(51_000);
  expect(htmlToPlain('One<a href="https://a.example"><img src="b"></a>')).toBe("One");
});
