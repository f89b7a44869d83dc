import { expect, test } from "vitest";
import { orNull } from "./or-null.ts";

test("what comes in time is given, what fails fails, and what does not come is null", async () => {
  expect(await orNull(60_000, Promise.resolve("read"))).toBe("read");
  await expect(orNull(60_000, Promise.reject(new Error("broken")))).rejects.toThrow("broken");
  expect(await orNull(0, new Promise(() => undefined))).toBeNull();
});
