import { contract } from "@deskhand/contract";
import { endpointsOf } from "@deskhand/contract/endpoint";
import { limits } from "@deskhand/contract/limits";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { type Desk, openDesk } from "./testing/open-desk.ts";
import { isLong } from "./testing/run/is-long.ts";
import { untilFolded } from "./testing/store/until-folded.ts";
import { makeTicket } from "./testing/test-desk.ts";
import { newOwner, type Person } from "./testing/test-people.ts";

// One letter may become eighteen when folded, so a text that is short enough as typed may be too long for the search.

const fields = ["search", "q", "query"];
/** Products are searched at Shopify. */
const elsewhere = ["/order-actions/variants"];

/** Every search of ours in the contract, by its address and the field with the typed text. */
const searches = endpointsOf(contract).flatMap(({ method, path, procedure }) => {
  const schema = procedure["~orpc"].inputSchema;
  const field = schema instanceof z.ZodObject && fields.find((name) => name in schema.shape);
  return method === "GET" && field && !path.includes("{") && !elsewhere.includes(path)
    ? [[`/api${path}`, field] as const]
    : [];
});

/** The letters that grow most in each plane: ligatures, squared words, fractions, musical signs. */
const letters = Array.from({ length: 0x1_ff_ff }, (_, point) => point)
  .filter((point) => point < 0xd8_00 || point > 0xdf_ff)
  .map((point) => String.fromCodePoint(point))
  .map((letter) => ({ letter, grows: letter.normalize("NFKD").length }))
  .toSorted((one, other) => other.grows - one.grows)
  .slice(0, isLong ? 400 : 8)
  .map(({ letter }) => letter);
const most = limits.searchLength;
const texts = letters.flatMap((letter) => {
  const whole = letter.repeat(Math.floor(most / letter.length));
  return [
    whole,
    `a${whole.slice(letter.length)}`,
    `"${whole.slice(0, -2 * letter.length)}"`,
    `${letter.repeat(30)} `.repeat(6).trim(),
  ];
});

let app: Desk;
let owner: Person;
beforeAll(async () => {
  app = await openDesk();
  owner = await newOwner(app);
  for (const letter of letters.slice(0, 4)) await makeTicket(app, owner, { subject: letter.repeat(100) });
  await untilFolded(app, owner.tenantId);
});
afterAll(() => app.stop());

test("the lists of growing letters and of searches are not empty", () => {
  expect(letters).toContain("\ufdfa");
  expect(searches.length).toBeGreaterThanOrEqual(6);
});

test.each(searches)("%s answers whatever grows in %s", async (path, field) => {
  for (const text of texts) {
    const query = new URLSearchParams({ view: "active", [field]: text });
    const { status } = await owner.send(`${path}?${query}`);
    // A text that is too long to search is refused by its field.
    expect([200, 422], text).toContain(status);
  }
});
