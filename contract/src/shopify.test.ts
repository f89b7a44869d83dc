import fc from "fast-check";
import { expect, test } from "vitest";
import { isStoreDomain, toStoreDomain } from "./shopify.ts";

test.each([
  "my-shop",
  "  My-Shop ",
  "my-shop.myshopify.com",
  "MY-SHOP.MYSHOPIFY.COM",
  "my-shop.myshopify.com/",
  "http://my-shop.myshopify.com",
  "https://my-shop.myshopify.com/admin",
  "HTTPS://my-shop.myshopify.com/admin/orders?query=a.evil.com#x",
  "https://my-shop.myshopify.com?shop=other.myshopify.com",
  "admin.shopify.com/store/my-shop",
  "https://admin.shopify.com/store/my-shop/orders/1234",
  "https://admin.shopify.com/store/my-shop?x=1",
])("%j is my-shop.myshopify.com", (typed) => {
  expect(toStoreDomain(typed)).toBe("my-shop.myshopify.com");
});

test.each([
  "",
  " ",
  ".",
  "-my-shop",
  "my_shop",
  "my shop",
  "my.shop",
  "myshop.com",
  "myshopify.com",
  ".myshopify.com",
  "a.b.myshopify.com",
  "a.myshopify.com.evil.com",
  "a.myshopify.com.",
  "a.myshopify.com..",
  "a.myshopify.comx",
  "a.myshopify.com:443",
  "https://a.myshopify.com:8443/admin",
  "https://a.myshopify.com\\@evil.com",
  "https://a.myshopify.com@evil.com",
  "https://user:pass@a.myshopify.com",
  "user@a.myshopify.com",
  "a@b.myshopify.com",
  "evil.com/.myshopify.com",
  "evil.com/a.myshopify.com",
  "evil.com#a.myshopify.com",
  "evil.com?a.myshopify.com",
  "https://evil.com/https://a.myshopify.com",
  "//a.myshopify.com",
  "ftp://a.myshopify.com",
  "file:///a.myshopify.com",
  "javascript:a.myshopify.com",
  "https:a.myshopify.com",
  "https:///a.myshopify.com",
  "https://https://a.myshopify.com",
  "admin.shopify.com",
  "admin.shopify.com/store/",
  "admin.shopify.com/store/../evil",
  "admin.shopify.com/store/a.b",
  "admin.shopify.com.evil.com/store/a",
  "evil.com/admin.shopify.com/store/a",
  "shopify.com/store/a",
  "a.shopify.com",
  "127.0.0.1",
  "[::1]",
  "http://169.254.169.254/latest/meta-data",
  "localhost:5432",
  "a%2emyshopify.com",
  "a.myshopify%2ecom",
  "%61.myshopify.com",
  "a.myshopify.com\nevil.com",
  "a.myshopify.com\tevil",
  "a\0.myshopify.com",
  "xn--a .myshopify.com",
  // A Cyrillic а, a Kelvin sign, whose lower case is k, full-width letters and dots, a soft hyphen, a direction mark.
  "\u0430.myshopify.com",
  "\u212aay",
  "\u212a.myshopify.com",
  "\uff41.myshopify.com",
  "a\u3002myshopify\uff0ecom",
  "a.my\u00adshopify.com",
  "a\u202e.myshopify.com",
  "\u0130.myshopify.com",
  "my-shop.myshopify.c\u043em",
  `${"a".repeat(61)}.myshopify.com`,
  "a".repeat(61),
  `a.myshopify.com/${"x".repeat(3000)}`,
])("%j is no store", (typed) => {
  expect(toStoreDomain(typed)).toBeNull();
});

test.each(["a", "-", "https://"])("a text of very many %j is no store", (piece) => {
  // With quadratic work, this many would exceed the test's time limit.
  expect(toStoreDomain(piece.repeat(1_000_000))).toBeNull();
});

test("any typed text gives a store's own domain or nothing", () => {
  const part = fc.constantFrom(
    ...[
      "a",
      "my-shop",
      ".myshopify.com",
      "admin.shopify.com/store/",
      "https://",
      "evil.com",
      "@",
      ":",
      "/",
      "\\",
      ".",
      "?",
      "#",
    ],
    ...["%2e", " ", "\n", "\0", "\u0430", "\u3002", "\u212a", "127.0.0.1", "[::1]", "localhost"],
  );
  const typed = fc.oneof(
    fc.array(part, { maxLength: 8 }).map((parts) => parts.join("")),
    fc.string({ unit: "binary" }),
  );
  fc.assert(
    fc.property(typed, (text) => {
      const domain = toStoreDomain(text);
      if (domain === null) return;
      expect(isStoreDomain(domain)).toBe(true);
      expect(new URL(`https://${domain}/admin`).host).toBe(domain);
      expect(toStoreDomain(domain)).toBe(domain);
    }),
    { numRuns: 5_000 },
  );
});
