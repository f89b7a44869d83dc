import { expect, test } from "vitest";
import { newClientCode, storeNameFor } from "./new-tenant.ts";

test.each([
  ["owner@acme-shop.com", "Acme Shop"],
  ["owner@ACME.com", "Acme"],
  ["hi@mail.lumen-and-loom.co.uk", "Lumen And Loom"],
  ["someone@gmail.com", "My Store"],
  ["someone@yahoo.co.uk", "My Store"],
  ["root@localhost", "My Store"],
])("names the store of %s %s", (email, name) => {
  expect(storeNameFor(email)).toBe(name);
});

test("makes client codes of 8 characters without look-alikes", () => {
  for (let i = 0; i < 200; i += 1) expect(newClientCode()).toMatch(/^[a-hjkmnp-z2-9]{8}$/);
});
