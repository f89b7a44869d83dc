import { expect, test } from "vitest";
import { readHead } from "./read-headers.ts";

test("reads a header into its fields, with all values of a repeated name", () => {
  const raw =
    "\r\nTo: a@x.example\r\nSUBJECT : one\r\n two\r\nno field\r\nto: b@x.example\r\n\r\nFrom: c@x.example\r\n";
  expect(Object.fromEntries(readHead(Buffer.from(raw)))).toEqual({
    to: ["a@x.example", "b@x.example"],
    subject: ["one twono field"],
  });
  expect(readHead(Buffer.from("\n\n"))).toEqual(new Map());
});
