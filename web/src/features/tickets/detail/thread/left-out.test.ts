import type { Message } from "@deskhand/contract/messages";
import { expect, test } from "vitest";
import { newRecipient } from "../../../../testing/fake-recipients.ts";
import { newMessage } from "../../../../testing/fake-server.ts";
import { leftOutOf } from "./left-out.ts";

const customer = { email: "ana@x.example", name: "Ana" };
const isKnown = (email: string) => ["ana@x.example", "kim@shop.example"].includes(email);
const by = (name: string, changes: Partial<Message> = {}) =>
  newMessage("t", { authorName: name, authorEmail: `${name.toLowerCase()}@x.example`, ...changes });
const to = (name: string) => newRecipient(`${name.toLowerCase()}@x.example`, { name });

test("whoever is on the customer's conversation so far, and not on what was written aside, is left out of that", () => {
  const kim = newRecipient("kim@shop.example", { name: "Kim" });
  const opening = by("Ana", { recipients: [to("Bo"), to("Cy"), kim] });
  const aside = by("Bo", { audience: "side" });
  const shared = by("Cy", { audience: "side", recipients: [to("Bo")] });
  const later = by("Dora", { recipients: [to("Ana")] });
  const last = by("Supplier", { audience: "side" });
  const found = leftOutOf([opening, aside, shared, later, last], customer, isKnown);
  const names = [aside, shared, last].map(({ id }) => found.get(id)?.map(({ name }) => name));
  expect(names).toEqual([["Ana", "Cy"], ["Ana"], ["Ana", "Bo", "Cy", "Dora"]]);
  expect([found.has(opening.id), found.has(later.id)]).toEqual([false, false]);
});
