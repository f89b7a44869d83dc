import type { TicketDetail } from "@deskhand/contract/tickets";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type MergeDesk, newAddress, openMergeDesk } from "../../../testing/store/merge-desk.ts";
import { makeTicket, reply } from "../../../testing/test-desk.ts";
import { addCustomerMessage, lockTicketOf } from "../index.ts";

let desk: MergeDesk;
beforeAll(async () => {
  desk = await openMergeDesk();
});
afterAll(() => desk.app.stop());

/** The tickets of one customer in the tables below. */
type Name = "X" | "Y" | "Z";
const names: readonly Name[] = ["X", "Y", "Z"];
const ids: Record<Name, string> = { X: "", Y: "", Z: "" };

async function begin() {
  const from = newAddress();
  for (const name of names) ids[name] = (await makeTicket(desk.app, desk.owner, { from, description: name })).id;
}

/** Writes to a ticket's own address as its customer, which leads to its merge target. */
function writesTo(name: Name, content: string, isAutomatic = false): Promise<unknown> {
  const { app, owner } = desk;
  return app.services.db.withTenant(owner.tenantId, async (tx) => {
    const ticket = await lockTicketOf(tx, ids[name]);
    if (!ticket) throw new Error("It is there");
    const plain = { fullContent: null, html: null, mailMessageId: null, isAutomatic };
    const mergedFromId = ticket.id === ids[name] ? null : ids[name];
    return addCustomerMessage(tx, ticket, { ...plain, content, authorName: "Jane", mergedFromId }, "references");
  });
}

const steps = {
  writes: (name: Name, said: string) => writesTo(name, `${name}${said}`),
  machine: (name: Name) => writesTo(name, "I am out of the office", true),
  answer: (name: Name) => reply(desk.agent, ids[name], { sendAnyway: true }),
  close: (name: Name) => desk.agent.api.tickets.changeStatus({ id: ids[name], status: "closed" }),
  reopen: (name: Name) => desk.agent.api.tickets.reopen({ id: ids[name] }),
  merge: (name: Name, into: string) => desk.merge(ids[name], ids[names.find((each) => each === into) ?? "X"]),
  unmerge: (name: Name) => desk.unmerge(ids[name]),
  // Moves the message with this text, or the newest that can be moved.
  async move(name: Name, said: string) {
    const { messages } = await desk.get(ids[name]);
    const message = said ? messages.find(({ content }) => content === said) : messages.at(-1);
    return desk.move(ids[name], message?.id ?? "");
  },
};

async function take(step: string): Promise<void> {
  const [verb = "", name = "", other = ""] = step.split(" ");
  const which = names.find((each) => each === name) ?? "X";
  const make = Object.entries(steps).find(([each]) => each === verb)?.[1];
  if (!make) throw new Error(`There is no step ${step}`);
  await make(which, other);
}

/** Returns the first of the customer's messages that wait for an answer; null if none does. */
function waitingOf({ waitingSince, messages }: TicketDetail): string | null {
  if (waitingSince === null) return null;
  return messages.find(({ createdAt }) => createdAt === waitingSince)?.content ?? `since ${waitingSince}`;
}

test.each<[string[], Partial<Record<Name, string | null>>]>([
  [["close X", "reopen X"], { X: "X" }],
  [["close X", "reopen X", "merge X Y"], { X: null, Y: "X" }],
  [["close X", "reopen X", "merge X Y", "unmerge X"], { X: "X", Y: "Y" }],
  [["close Y", "reopen Y", "merge X Y"], { Y: "X" }],
  [["close Y", "reopen Y", "answer X", "merge X Y"], { Y: "Y" }],
  [["close Y", "reopen Y", "merge X Y", "unmerge X"], { X: "X", Y: "Y" }],
  [["answer X", "close X", "reopen X", "merge X Y", "unmerge X"], { X: null, Y: "Y" }],
  [["writes X 2", "close X", "reopen X", "move X X2"], { X: "X" }],
  [["writes X 2", "answer X", "close X", "reopen X", "move X X2"], { X: null }],
  // Messages from before a ticket was archived and reopened no longer wait, wherever they are later.
  [["close X", "writes X 2"], { X: "X2" }],
  [["close X", "writes X 2", "merge X Y"], { Y: "Y" }],
  [["close X", "writes X 2", "answer Y", "merge X Y"], { Y: "X2" }],
  [["close X", "writes X 2", "merge X Y", "unmerge X"], { X: "X2", Y: "Y" }],
  [["close Y", "writes Y 2", "answer X", "merge X Y", "unmerge X"], { X: null, Y: "Y2" }],
  [["close X", "writes X 2", "move X X2"], { X: null }],
  [["close X", "writes X 2", "answer X", "close X", "reopen X"], { X: null }],
  [["close X", "writes X 2", "close X", "reopen X", "writes X 3", "move X X3"], { X: "X2" }],
  // An archived ticket adds nothing that waits, and returns to the archive when unmerged.
  [["close X", "answer Y", "merge X Y"], { Y: null }],
  [["close X", "answer Y", "merge X Y", "unmerge X", "reopen X"], { X: "X", Y: null }],
  [["close X", "answer Y", "merge X Y", "writes X 2"], { Y: "X2" }],
  [["close X", "answer Y", "merge X Y", "writes X 2", "unmerge X"], { X: "X2", Y: null }],
  // An answer only answers the messages on the same ticket.
  [["answer Y", "merge X Y"], { Y: "X" }],
  [["merge X Y", "answer Y"], { Y: null }],
  [["merge X Y", "answer Y", "unmerge X"], { X: "X", Y: null }],
  [["answer X", "merge X Y", "unmerge X"], { X: null, Y: "Y" }],
  [["answer X", "merge X Y", "writes X 2", "unmerge X"], { X: "X2", Y: "Y" }],
  [["answer Y", "merge X Y", "merge Z Y", "unmerge Z"], { Y: "X", Z: "Z" }],
  [["merge X Y", "answer Y", "merge Y Z", "unmerge X"], { X: "X", Z: "Z" }],
  [["answer Z", "merge X Y", "merge Y Z", "answer Z", "unmerge Y"], { Y: "X", Z: null }],
  [["merge X Y", "answer Y", "answer Z", "merge Y Z"], { Z: null }],
  [["answer X", "answer Z", "merge X Y", "merge Y Z"], { Z: "Y" }],
  [["merge X Y", "close Y", "writes X 2"], { Y: "X2" }],
  [["merge X Y", "close Y", "writes X 2", "unmerge X"], { X: "X", Y: null }],
  [["answer X", "machine X", "merge X Y", "unmerge X"], { X: null }],
])("%j: who waits, and for what", async (path, expected) => {
  await begin();
  for (const step of path) await take(step);
  const waiting: Partial<Record<Name, string | null>> = {};
  for (const name of names) if (name in expected) waiting[name] = waitingOf(await desk.get(ids[name]));
  expect(waiting).toEqual(expected);
});

/** Returns pseudo-random numbers that are the same in each run. */
function chances(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

test.each([1, 2, 3, 4, 5, 6, 7, 8])("after any changes, who waits matches the whole thread (%i)", async (seed) => {
  const next = chances(seed);
  const verbs = Object.keys(steps);
  await begin();
  const taken: string[] = [];
  for (let said = 2; taken.length < 18 && said < 60; said += 1) {
    const verb = verbs[next(verbs.length)] ?? "";
    const other = verb === "merge" ? names[next(3)] : verb === "move" ? "" : said;
    const step = `${verb} ${names[next(3)]} ${other}`.trim();
    // A refused step changes nothing: a merge into a shell, or closing a closed ticket.
    const isTaken = await take(step).then(
      () => true,
      (error: { code?: unknown }) => {
        expect(error.code).toEqual(expect.any(String));
        return false;
      },
    );
    if (isTaken) taken.push(step);
    const found = await desk.app.asOwner(
      `select subject, waiting_since, waiting_since(id) as anew from support_tickets
       where waiting_since is distinct from waiting_since(id)`,
      [],
      desk.owner.tenantId,
    );
    expect(found, taken.join(", ")).toEqual([]);
  }
  expect(taken.length).toBeGreaterThan(10);
});
