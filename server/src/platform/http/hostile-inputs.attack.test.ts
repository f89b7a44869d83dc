import { contract } from "@deskhand/contract";
import { endpointsOf } from "@deskhand/contract/endpoint";
import { expect, test } from "vitest";
import * as z from "zod";
import { bodyLimits } from "./request-bodies.ts";

// Validating any body that fits must take unnoticeable time: no pattern and no list may be slow.

const { values, bytes, documentBytes } = bodyLimits;

const texts = [
  "a",
  " ",
  "@",
  ".",
  "a@",
  "a.",
  "<",
  "\u0000",
  "\u200b",
  "é\u0301",
  "0",
  "-",
  "/",
  "#",
  "http://a",
  '\\"',
];
const hostile = (size: number): unknown[] => [
  ...texts.map((text) => text.repeat(size / text.length)),
  ...texts.map((text) => `${text.repeat(size / text.length)}!`),
  Array(values).fill(1),
  Array(values).fill(""),
  Array(values).fill({}),
  Array(values).fill(null),
  Object.fromEntries(Array.from({ length: values }, (_, at) => [`key ${at}`, at])),
];

const endpointsWithInput = endpointsOf(contract).flatMap(({ name, about, procedure }) => {
  const schema = procedure["~orpc"].inputSchema;
  return schema instanceof z.ZodObject ? [{ name, about, schema }] : [];
});

test("there are endpoints with input", () => {
  expect(endpointsWithInput.length).toBeGreaterThan(80);
});

test.each(endpointsWithInput)("$name", async ({ about, schema }) => {
  const keys = Object.keys(schema.shape);
  // All share one body.
  const size = (about.takesDocument ? documentBytes : bytes) / keys.length;
  for (const value of hostile(size)) {
    const body = Object.fromEntries(keys.map((key) => [key, value]));
    const { success } = await schema.safeParseAsync(body);
    expect(success, JSON.stringify(value).slice(0, 40)).toEqual(expect.any(Boolean));
  }
});
