import { expect, test } from "vitest";
import { safeHtml } from "./safe-html.ts";
import { remoteImages, showImages } from "./show-images.ts";

test.each([
  ["scripts", "<p>Hi</p><script>alert(1)</script>"],
  ["handlers", '<p onclick="alert(1)">Hi</p>'],
  ["forms", '<form action="https://evil.example"><input name="a"><p>Hi</p></form>'],
  ["frames and objects", '<iframe src="https://evil.example"></iframe><object data="x"></object><p>Hi</p>'],
  ["style sheets", "<style>p{background:url(https://evil.example/a)}</style><p>Hi</p>"],
  ["addresses in styles", '<p style="background:url(https://evil.example/a)">Hi</p>'],
  ["positions", '<p style="position:fixed;top:0">Hi</p>'],
  ["base and meta", '<base href="https://evil.example"><meta http-equiv="refresh" content="0"><p>Hi</p>'],
  ["drawings", '<svg><a xlink:href="javascript:alert(1)">x</a></svg><p>Hi</p>'],
])("removes %s", (_, html) => {
  expect(safeHtml(html).trim()).toBe("<p>Hi</p>");
});

test("keeps the look of ordinary mail, and opens links in a new window", () => {
  const html = safeHtml(
    '<table width="100%"><tr><td style="color:#333;padding:4px 8px"><a href="https://shop.example/o">Order</a></td></tr></table>',
  );
  expect(html).toContain('style="color:#333;padding:4px 8px"');
  expect(html).toContain(
    '<a href="https://shop.example/o" target="_blank" rel="noopener noreferrer nofollow">Order</a>',
  );
  expect(safeHtml('<a href="javascript:alert(1)">x</a>')).not.toContain("javascript");
});

const unknown = { addressOf: () => null };
const remote = (_: string, at: number) => `/remote/${at}`;

test("blocks remote images until they are shown", () => {
  const safe = safeHtml(
    '<img src="https://shop.example/pixel.png?a=1&b=2" alt="a"><img src="//shop.example/b.png"><img srcset="https://shop.example/c.png 2x">',
  );
  const blocked = showImages(safe, { ...unknown, remote: null });
  expect(blocked).toContain('data-src="https://shop.example/pixel.png?a=1&amp;b=2"');
  expect(blocked).not.toMatch(/\ssrc=|srcset/);
  const shown = showImages(safe, { ...unknown, remote });
  expect(shown).toContain(' src="/remote/0"');
  expect(shown).not.toMatch(/data-src|srcset|shop\.example/);
  expect(remoteImages(safe)).toEqual(["https://shop.example/pixel.png?a=1&b=2"]);
});

test.each([
  ["an address of its own beside", '<img data-src="javascript:alert(1)" data-cid="a">', "<img />"],
  [
    "an address in its text",
    '<p>&lt;img data-src="https://a.example"&gt;</p>',
    '<p>&lt;img data-src="https://a.example"&gt;</p>',
  ],
  [
    "a tag in its alternative",
    "<img alt='<img data-src=\"https://a.example\">'>",
    '<img alt="&lt;img data-src=&quot;https://a.example&quot;&gt;" />',
  ],
])("does not take an image for remote by %s", (_, html, shown) => {
  expect(showImages(safeHtml(html), { ...unknown, remote })).toBe(shown);
});

test.each([
  ["one endless style", `<p style="${"{".repeat(900_000)}">`],
  ["many long styles", `<p style="${"color:red;".repeat(98)}">`.repeat(1_000)],
  ["signs of tags that never come", "<".repeat(1_000_000)],
])("keeps what precedes %s", (_, html) => {
  expect(safeHtml(`<p style="color:red">Hi</p>${html}`)).toMatch(/^<p style="color:red">Hi<\/p>/);
});

test("shows inline images, and drops the address of unknown ones", () => {
  const addressOf = (id: string) => (id === "logo@shop" ? "/api/attachments/7" : null);
  const safe = safeHtml('<img src="cid:logo%40shop"><img src="cid:other">');
  expect(showImages(safe, { addressOf, remote: null })).toBe('<img src="/api/attachments/7" /><img  />');
});

test("lists a repeated remote image once, and shows only the first hundred", () => {
  const many = Array.from({ length: 150 }, (_, at) => `<img src="https://shop.example/${at}.png">`.repeat(2)).join("");
  const safe = safeHtml(many);
  expect(remoteImages(safe)).toHaveLength(100);
  const shown = showImages(safe, { ...unknown, remote });
  expect(shown.match(/\ssrc="\/remote\/7"/g)).toHaveLength(2);
  expect(shown.match(/ data-src=/g)).toHaveLength(100);
});
