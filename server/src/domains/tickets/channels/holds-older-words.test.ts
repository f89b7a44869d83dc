import { expect, test } from "vitest";
import { holdsOlderWords } from "./choose-recipients.ts";

test.each([
  ["Yes.\n> Do you come?\nSee you.", true],
  ["Look:\n---------- Forwarded message ---------\nFrom: Bo", true],
  ["Begin forwarded message:\n\nHello", true],
  ["Von: Bo <bo@x.example>\nGesendet: Freitag, 27. November 2026 18:02\nHallo", true],
  ["From: Bo <bo@x.example>\nDate: 2026-11-27 18:02 UTC\n\nHello", true],
  ["From: Kim <kim@x.example>\nSubject: Lamp\n\nMessage Body:\nWhere is it?", false],
  ["5 > 3, and I write from Berlin: the date is fine.", false],
  ["Where is our lamp?", false],
])("%j has words of another mail: %s", (text, holds) => {
  expect(holdsOlderWords(text)).toBe(holds);
});
