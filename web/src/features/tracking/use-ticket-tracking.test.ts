import { expect, test } from "vitest";
import { orderTitle } from "./use-ticket-tracking.ts";

test.each([
  ["#1042", "#1042"],
  ["1042", "#1042"],
  [" ##LL-1042-EU ", "#LL-1042-EU"],
])("%j is shown as %j", (name, title) => expect(orderTitle(name)).toBe(title));
