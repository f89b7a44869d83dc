import { isStoreDomain } from "@deskhand/contract/shopify";
import { expect, test } from "vitest";
import { storeUrlOf } from "./store-fault.ts";

test("builds a URL only from a store's own domain", () => {
  expect(storeUrlOf("https://{shop}", "a.myshopify.com")).toBe("https://a.myshopify.com");
  expect(storeUrlOf("http://localhost:4000/{shop}", "a.myshopify.com")).toBe("http://localhost:4000/a.myshopify.com");
  for (const other of [
    "a",
    "a.myshopify.com/",
    "evil.com",
    "A.myshopify.com",
    "a.myshopify.com\n",
    "$&.myshopify.com",
  ]) {
    expect(isStoreDomain(other)).toBe(false);
    expect(() => storeUrlOf("https://{shop}", other)).toThrow(TypeError);
  }
});
