import type { ChangedItem, ChangeOutcome } from "@deskhand/contract/desk/change-many";
import { os } from "./fake-contract.ts";

/** Plays changes of many tickets: each ticket has somebody, and is changed once for a key. */
export function fakeChanges() {
  const done = new Map<string, ChangeOutcome>();
  const fake = {
    /** How many tickets each part had that reached it, repeated ones too. */
    parts: [] as number[],
    /** Whom each ticket that was ever changed was given to, each time. */
    given: new Map<string, (string | null)[]>(),
    /** Runs before a part is taken, and before its answer leaves: throws a `refusal`, or waits. */
    before: async (): Promise<void> => undefined,
    after: async (): Promise<void> => undefined,
  };

  function change(key: string, { id, change: { assignedTo = null }, expected }: ChangedItem): ChangeOutcome {
    const known = done.get(`${key}:${id}`);
    if (known !== undefined) return known;
    const past = fake.given.get(id) ?? [];
    const current = past.at(-1) ?? null;
    const of = { id, ticketNumber: null };
    if (expected.assignedTo !== undefined && expected.assignedTo !== current) {
      const error = { code: "ticket_changed", message: "Somebody changed it since" };
      return { ...of, outcome: "refused", error, undo: null };
    }
    fake.given.set(id, [...past, assignedTo]);
    const undo = {
      change: { assignedTo: current, addTags: [], removeTags: [] },
      expected: { assignedTo },
    };
    const outcome: ChangeOutcome = { ...of, outcome: "changed", error: null, undo };
    done.set(`${key}:${id}`, outcome);
    return outcome;
  }

  const changeMany = os.tickets.changeMany.handler(async ({ input: { idempotencyKey, items } }) => {
    fake.parts.push(items.length);
    await fake.before();
    const results = items.map((item) => change(idempotencyKey, item));
    await fake.after();
    return { results };
  });
  return { fake, changeMany };
}
