import { expect, test } from "vitest";
import { pictureUrl } from "./product-image.tsx";

test.each([
  ["https://cdn.shopify.com/s/a.jpg?v=17", "https://cdn.shopify.com/s/a.jpg?v=17&width=48"],
  ["https://cdn.shopify.com/s/a.jpg?width=2000", "https://cdn.shopify.com/s/a.jpg?width=48"],
  ["https://cdn.shopify.com.evil.example/a.jpg", "https://cdn.shopify.com.evil.example/a.jpg"],
  ["https://shop.example/a.jpg?width=2000", "https://shop.example/a.jpg?width=2000"],
  ["not an address", "not an address"],
])("%s is requested as %s", (url, asked) => expect(pictureUrl(url, 24)).toBe(asked));
