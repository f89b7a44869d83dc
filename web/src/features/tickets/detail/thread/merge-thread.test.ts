import type { Message, Note } from "@deskhand/contract/messages";
import type { Activity } from "@deskhand/contract/tickets";
import { expect, test } from "vitest";
import { newRecipient } from "../../../../testing/fake-recipients.ts";
import { newMessage } from "../../../../testing/fake-server.ts";
import { gatherSteps, leftOutOf, mergeThread, type ThreadEntry } from "./merge-thread.ts";

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString();
const about = (name: string, minute: number) => ({ id: `${name}${minute}`, ticketId: "t", createdAt: at(minute) });
const by = { authorId: null, authorName: "Ada", content: "" };
const message = (minute: number): Message => ({
  addedAt: at(minute),
  ...about("m", minute),
  ...by,
  isCut: false,
  folded: null,
  hasHtml: false,
  hasOtherText: false,
  channel: "email",
  enclosed: null,
  isFromCustomer: true,
  isAutomatic: false,
  byRule: null,
  isUnverified: false,
  isDoubted: false,
  writtenFrom: null,
  authorEmail: null,
  threadingReason: null,
  deliveryState: null,
  deliveryError: null,
  heldUntil: null,
  attachments: [],
  attachmentCount: 0,
  recipients: [],
  answersTo: null,
  audience: "customer",
  passedOn: null,
  list: null,
  unreadAddresses: [],
  leftOutAddresses: 0,
});
const note = (minute: number): Note => ({ ...about("n", minute), ...by });
const step = (minute: number): Activity => ({
  ...about("s", minute),
  kind: "assigned",
  actorId: null,
  actorName: "Ada",
  isByRule: false,
  byTeam: null,
  from: null,
  to: null,
});
const part = <Item>(of: (minute: number) => Item, minutes: number[], hasOlder = false) => ({
  items: minutes.map(of),
  hasOlder,
});
const ids = (entries: ThreadEntry[]) => entries.map(({ item }) => item.id).join(" ");

test("orders messages, notes and steps by time, and by kind where times are equal", () => {
  const parts = { messages: part(message, [1, 5]), notes: part(note, [2, 5]), steps: part(step, [0, 3, 5]) };
  const { entries, wanting } = mergeThread(parts);
  expect(ids(entries)).toBe("s0 m1 n2 s3 m5 n5 s5");
  expect(wanting).toEqual([]);
});

test("puts the creation step above the message that created the ticket", () => {
  const created = { items: [{ ...step(1), kind: "created" as const }, step(2)], hasOlder: false };
  const parts = { messages: part(message, [1, 3]), notes: part(note, []), steps: created };
  expect(ids(mergeThread(parts).entries)).toBe("s1 m1 s2 m3");
});

test.each([
  ["messages", { messages: part(message, [6, 8], true), notes: part(note, [1, 7]), steps: part(step, [2, 9]) }],
  ["notes", { messages: part(message, [1, 7]), notes: part(note, [6, 8], true), steps: part(step, [2, 9]) }],
  ["steps", { messages: part(message, [1, 7]), notes: part(note, [2, 9]), steps: part(step, [6, 8], true) }],
])("what is older than the %s that are known is held back until they are", (wanting, parts) => {
  const merged = mergeThread(parts);
  expect(merged.entries.map(({ item }) => item.createdAt)).toEqual([6, 7, 8, 9].map(at));
  expect(merged.wanting).toEqual([wanting]);
});

test("includes only the part itself at the time from which it is complete", () => {
  const parts = { messages: part(message, [5, 6], true), notes: part(note, [5, 6]), steps: part(step, [5, 6]) };
  expect(ids(mergeThread(parts).entries)).toBe("m5 m6 n6 s6");
});

test("holds back everything while one part is not loaded", () => {
  const parts = { messages: part(message, [1]), notes: part(note, [], true), steps: part(step, []) };
  expect(mergeThread(parts)).toEqual({ entries: [], wanting: ["notes"] });
});

test("loads the whole thread page by page without gaps or repeats", () => {
  function random(seed: number) {
    let state = seed;
    return () => {
      state = (state * 16_807) % 2_147_483_647;
      return state / 2_147_483_647;
    };
  }
  for (let seed = 1; seed <= 40; seed++) {
    const next = random(seed * 7_919);
    const all = { messages: [] as Message[], notes: [] as Note[], steps: [] as Activity[] };
    for (let minute = 0; minute < 400; minute++) {
      const dice = next() * (minute % 100 < 30 ? 1 : 3);
      if (dice < 1) all.notes.push(note(minute));
      else if (dice < 2) all.messages.push(message(minute));
      else all.steps.push(step(minute));
    }
    const loadedCounts = { messages: 50, notes: 50, steps: 120 };
    const tail = <Item>(items: Item[], count: number) => ({
      items: items.slice(-count),
      hasOlder: items.length > count,
    });
    for (let presses = 0; ; presses++) {
      const { entries, wanting } = mergeThread({
        messages: tail(all.messages, loadedCounts.messages),
        notes: tail(all.notes, loadedCounts.notes),
        steps: tail(all.steps, loadedCounts.steps),
      });
      const minutes = entries.map(({ item }) => Date.parse(item.createdAt) / 60_000);
      const first = minutes[0] ?? 0;
      expect(minutes).toEqual(Array.from({ length: minutes.length }, (_, index) => first + index));
      if (wanting.length === 0) {
        expect(minutes).toHaveLength(400);
        break;
      }
      expect(presses).toBeLessThan(20);
      for (const name of wanting) loadedCounts[name] += 50;
    }
  }
});

test("groups steps with no message or note between them", () => {
  const parts = { messages: part(message, [3]), notes: part(note, []), steps: part(step, [1, 2, 4]) };
  const gathered = gatherSteps(mergeThread(parts).entries);
  expect(gathered.map((each) => (each.kind === "steps" ? each.items.length : each.kind))).toEqual([2, "message", 1]);
});

const customer = { email: "ana@x.example", name: "Ana" };
const isKnown = (email: string) => ["ana@x.example", "kim@shop.example"].includes(email);
const wrote = (name: string, changes: Partial<Message> = {}) =>
  newMessage("t", { authorName: name, authorEmail: `${name.toLowerCase()}@x.example`, ...changes });
const to = (name: string) => newRecipient(`${name.toLowerCase()}@x.example`, { name });

test("leaves out those on the customer's conversation who were not on a side message", () => {
  const kim = newRecipient("kim@shop.example", { name: "Kim" });
  const opening = wrote("Ana", { recipients: [to("Bo"), to("Cy"), kim] });
  const aside = wrote("Bo", { audience: "side" });
  const shared = wrote("Cy", { audience: "side", recipients: [to("Bo")] });
  const later = wrote("Dora", { recipients: [to("Ana")] });
  const last = wrote("Supplier", { audience: "side" });
  const found = leftOutOf([opening, aside, shared, later, last], customer, isKnown);
  const names = [aside, shared, last].map(({ id }) => found.get(id)?.map(({ name }) => name));
  expect(names).toEqual([["Ana", "Cy"], ["Ana"], ["Ana", "Bo", "Cy", "Dora"]]);
  expect([found.has(opening.id), found.has(later.id)]).toEqual([false, false]);
});
