import { expect, test } from "vitest";
import { safeHtml } from "./safe-html.ts";

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
  expect(safeHtml(html).html.trim()).toBe("<p>Hi</p>");
});

test("keeps the look of ordinary mail, and opens links outside", () => {
  const { html } = safeHtml(
    '<table width="100%"><tr><td style="color:#333;padding:4px 8px"><a href="https://shop.example/o">Order</a></td></tr></table>',
  );
  expect(html).toContain('style="color:#333;padding:4px 8px"');
  expect(html).toContain(
    '<a href="https://shop.example/o" target="_blank" rel="noopener noreferrer nofollow">Order</a>',
  );
  expect(safeHtml('<a href="javascript:alert(1)">x</a>').html).not.toContain("javascript");
});

test("holds remote images back until they are allowed", () => {
  const source =
    '<img src="https://shop.example/pixel.png" alt="a"><img src="//shop.example/b.png"><img srcset="https://shop.example/c.png 2x">';
  const held = safeHtml(source);
  expect(held.blockedImages).toBe(1);
  expect(held.html).toContain('data-src="https://shop.example/pixel.png"');
  expect(held.html).not.toMatch(/\ssrc=|srcset/);
  expect(safeHtml(source, { allowRemoteImages: true }).html).toContain(' src="https://shop.example/pixel.png"');
});

test.each([
  ["one endless style", `<p style="${"{".repeat(900_000)}">`],
  ["many long styles", `<p style="${"color:red;".repeat(98)}">`.repeat(1_000)],
  ["signs of tags that never come", "<".repeat(1_000_000)],
])("does not hold up everybody else over %s", (_, html) => {
  const began = performance.now();
  const { html: clean } = safeHtml(`<p style="color:red">Hi</p>${html}`);
  expect(performance.now() - began).toBeLessThan(900);
  expect(clean).toMatch(/^<p style="color:red">Hi<\/p>/);
});

test("maps inline images, and drops the address of unknown ones", () => {
  const mapContentId = (id: string) => (id === "logo@shop" ? "/api/attachments/7" : null);
  const { html } = safeHtml('<img src="cid:logo%40shop"><img src="cid:other">', { mapContentId });
  expect(html).toBe('<img src="/api/attachments/7" /><img />');
});
