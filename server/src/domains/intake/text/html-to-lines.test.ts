import { expect, test } from "vitest";
import { htmlToPlain } from "./html-to-lines.ts";

test("skips what HTML hides", () => {
  const hidden = '<div style="color:red; Display: none"><div>a<br></div>Order #1143</div><p hidden>b</p>';
  const html = `<p>One</p>${hidden}<img style="display:none"><p style="display:block">Two</p>`;
  expect(htmlToPlain(html)).toBe("One\n\nTwo");
});
