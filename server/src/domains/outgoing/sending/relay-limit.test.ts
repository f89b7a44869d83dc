import { expect, test } from "vitest";
import { RelayLimit } from "./delivery-slots.ts";

test("each refusal lowers the limit by one, down to one, and each minute without any raises it by one", () => {
  let now = 1_000_000;
  const limit = new RelayLimit(12, () => now);
  const rooms = () => Array.from({ length: 14 }, (_, count) => count).filter((count) => !limit.hasRoom(count))[0];
  expect(rooms()).toBeUndefined();
  limit.refused(12);
  expect(rooms()).toBe(11);
  for (let left = 11; left > 0; left -= 1) limit.refused(left);
  expect(rooms()).toBe(1);
  limit.refused(1);
  expect(rooms()).toBe(1);
  now += 59_000;
  expect(rooms()).toBe(1);
  now += 1_000;
  expect(rooms()).toBe(2);
  now += 600_000;
  expect(rooms()).toBeUndefined();
});
