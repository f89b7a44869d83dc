import { expect, test } from "vitest";
import { endedAddress, loginAddress, nextAddress } from "./login-address.ts";

test("signing in leads back to the previous page", () => {
  const from = "/dashboard/tickets?q=a%26b";
  expect(nextAddress(new URL(loginAddress(from), "http://desk.example").search)).toBe(from);
  expect(loginAddress("/dashboard")).toBe("/login");
  expect(nextAddress(new URL(endedAddress(from), "http://desk.example").search)).toBe(from);
  expect(endedAddress("/dashboard")).toBe("/login?error=session_ended");
});

test.each([
  "",
  "?next=https://evil.example",
  "?next=//evil.example",
  "?next=/dashboards",
  "?next=javascript:alert(1)",
  "?next=/login",
])("never leads anywhere else: %s", (search) => expect(nextAddress(search)).toBe("/dashboard"));
