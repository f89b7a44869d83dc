import type { FastifyInstance } from "fastify";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createHttpServer } from "./http-server.ts";
import { bodyLimits, isWithin } from "./request-bodies.ts";

let http: FastifyInstance;
beforeAll(async () => {
  http = await createHttpServer({ log: pino({ level: "silent" }), isProduction: false, findActor: async () => null });
  http.post("/json", async ({ body }) => ({ body }));
});
afterAll(() => http.close());

async function post(payload: string) {
  const response = await http.inject({
    method: "POST",
    url: "/json",
    payload,
    headers: { "content-type": "application/json" },
  });
  return { status: response.statusCode, ...response.json() };
}

const { bytes, depth, values } = bodyLimits;
const nested = (levels: number, open = "[", close = "]") => open.repeat(levels) + close.repeat(levels);
const listOf = (count: number, item: string) => `[${Array.from({ length: count }, () => item).join(",")}]`;

test.each([
  ["as deep as may be", nested(depth)],
  ["as many values as may be", listOf(values - 1, "1")],
  ["a text that looks deep", JSON.stringify({ content: nested(10_000) })],
  [
    "a text with quotes and backslashes before what looks deep",
    JSON.stringify({ content: `\\"\\\\"${"[{,".repeat(5_000)}` }),
  ],
  ["a text of commas", JSON.stringify(",".repeat(50_000))],
  ["keys with commas and brackets", JSON.stringify({ ",,,,[[[[": 1, '"[': { "\\": [] } })],
])("a body that holds %s is read", async (_, body) => {
  expect(await post(body)).toMatchObject({ status: 200, body: JSON.parse(body) });
});

test.each([
  ["one level too deep", nested(depth + 1)],
  ["endlessly deep lists", "[".repeat(bytes - 10)],
  ["endlessly deep objects", '{"a":'.repeat(bytes / 6)],
  ["lists and objects in turn", '[{"a":'.repeat(bytes / 8)],
  ["deep behind a text", `{"a":"\\\\","b":${nested(1_000)}}`],
  ["deep in the last of many", `[1,2,${nested(100)}]`],
  ["too many numbers", listOf(values + 1, "1")],
  ["too many empty lists", listOf(values, "[]")],
  ["too many keys", `{${Array.from({ length: values + 1 }, (_, at) => `"${at}":1`).join(",")}}`],
])("a body that is %s is refused", async (_, body) => {
  expect(isWithin(body, bodyLimits)).toBe(false);
  expect(await post(body)).toMatchObject({
    status: 422,
    code: "input_invalid",
    data: { fields: { "": ["The request holds more than can be read"] } },
  });
});

test("scans unterminated JSON only once", async () => {
  for (const body of [
    '"'.repeat(bytes / 2),
    `"${"\\".repeat(bytes - 10)}`,
    "]".repeat(bytes - 10),
    `"${"[".repeat(bytes - 10)}`,
  ]) {
    expect(isWithin(body, bodyLimits)).toBe(true);
    expect(await post(body)).toMatchObject({ status: 422, code: "input_invalid" });
  }
});

test("refuses one byte more than a form may have", async () => {
  const sized = (size: number) => JSON.stringify("x".repeat(size - 2));
  expect((await post(sized(bytes))).status).toBe(200);
  expect(await post(sized(bytes + 1))).toMatchObject({ status: 413, code: "request_too_large" });
});
