import type { CustomerDetail } from "@deskhand/contract/customers";
import type { ChangedItem, ChangeOutcome } from "@deskhand/contract/desk/change-many";
import type { TicketDetail } from "@deskhand/contract/tickets";
import { os } from "./fake-contract.ts";

/** Fakes bulk changes: each ticket has an assignee and is changed once for a key. */
export function fakeChanges() {
  const outcomes = new Map<string, ChangeOutcome>();
  const fake = {
    /** The number of tickets in each part received, retries included. */
    parts: [] as number[],
    /** All assignments of each changed ticket, in order. */
    given: new Map<string, (string | null)[]>(),
    /** Runs before a part is applied and before its response: may throw a `refusal`, or wait. */
    before: async (): Promise<void> => undefined,
    after: async (): Promise<void> => undefined,
  };

  function change(key: string, { id, change: { assignedTo = null }, expected }: ChangedItem): ChangeOutcome {
    const earlier = outcomes.get(`${key}:${id}`);
    if (earlier !== undefined) return earlier;
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
    outcomes.set(`${key}:${id}`, outcome);
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

type Change = Parameters<Parameters<typeof os.tickets.changeCustomer.handler>[0]>[0]["input"];
type Merge = Parameters<Parameters<typeof os.tickets.merge.handler>[0]>[0]["input"];

/** Fakes adding, removing and promoting addresses of a customer returned by `find`. */
export function fakeAddresses(find: (id: string) => CustomerDetail, before: () => void) {
  return os.customers.changeAddress.handler(({ input: { id, email, change } }) => {
    before();
    const customer = find(id);
    const others = customer.addresses.filter((address) => address !== email);
    const addresses = { add: [...others, email], remove: others, "make-main": [email, ...others] }[change];
    return { ...Object.assign(customer, { addresses, email: addresses[0] ?? null }) };
  });
}

/** Fakes joining and separating customers returned by `find`. */
export function fakeJoins(find: (id: string) => CustomerDetail) {
  return {
    join: os.customers.join.handler(({ input: { id, into } }) => {
      const [{ name, email }, customer] = [find(id), find(into)];
      const joined = [...customer.joined, { id, name, email, joinedAt: customer.createdAt }];
      return { ...Object.assign(customer, { joined }) };
    }),
    part: os.customers.part.handler(({ input: { id } }) => ({ ...find(id) })),
  };
}

/** Fakes changing a ticket's customer and merging it. */
export function fakeMoves(ticket: TicketDetail) {
  const fake = {
    /** All requests received, retries included. */
    customerChanges: [] as Change[],
    merges: [] as Merge[],
    /** Ids of tickets whose merge was undone. */
    unmerges: [] as string[],
    /** Returns the refusal of a merge, or null. */
    refuses: (_id: string): Error | null => null,
  };
  const routes = {
    changeCustomer: os.tickets.changeCustomer.handler(({ input }) => {
      fake.customerChanges.push(input);
      const { id = crypto.randomUUID(), email = "known@customer.example", name = null } = input.customer ?? {};
      const customer = input.customer === null ? null : { id, email, name };
      return Object.assign(ticket, { customer, customerId: customer?.id ?? null });
    }),
    merge: os.tickets.merge.handler(({ input }) => {
      fake.merges.push(input);
      const refusal = fake.refuses(input.id);
      if (refusal !== null) throw refusal;
      return { ...ticket, id: input.into };
    }),
    unmerge: os.tickets.unmerge.handler(({ input }) => {
      fake.unmerges.push(input.id);
      return { ...ticket, id: input.id };
    }),
  };
  return { fake, routes };
}
