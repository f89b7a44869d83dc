import { expect, test } from "vitest";
import { opensWithGreeting } from "./reply-text.ts";

test.each([
  "Hi Ines,",
  "  hello!",
  "Good morning Ines, your…",
  "Dear Ms Duarte",
  "Olá Inês,",
  "Sehr geehrte Frau Lind,",
])("%j greets", (content) => expect(opensWithGreeting(content)).toBe(true));

test.each(["Your parcel left today.", "High season is over.", "Heya", "Dearly missed", ""])("%j does not", (content) =>
  expect(opensWithGreeting(content)).toBe(false),
);
