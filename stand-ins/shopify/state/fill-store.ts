import { type Generated, generatedCustomerId, generatedTimes } from "./generate-orders.ts";
import type { Store } from "./store.ts";

const day = 24 * 3_600_000;

/** The first ids of generated orders and customers, far from those made by hand. */
const firstIds = { order: 900_000_000, customer: 800_000_000 };

/**
 * Fills a store with orders that are generated whenever they are read, spread over the last `days`; each takes about 150 bytes of
 * memory. A customer has four orders, and one order in fifty has no customer.
 */
export function fillStore(store: Store, count: number, until: number, days = 50): void {
  const generated: Generated = {
    count,
    until,
    from: until - days * day,
    state: store.state,
    firstOrderId: firstIds.order,
    firstCustomerId: firstIds.customer,
    customerCount: Math.max(1, Math.ceil(count / 4)),
    firstNumber: store.state.nextOrderNumber,
  };
  store.generated = generated;
  store.state.nextOrderNumber += count;
  for (let index = 0; index < count; index += 1) {
    const { placed, updated } = generatedTimes(generated, index);
    const id = generated.firstOrderId + index;
    const customerId = generatedCustomerId(generated, index);
    const number = generated.firstNumber + index;
    store.orders.set(id, { id, number, createdAt: placed, updatedAt: updated, customerId, order: null });
  }
  for (let index = 0; index < generated.customerCount; index += 1) {
    const id = generated.firstCustomerId + index;
    store.customers.set(id, { id, createdAt: generated.from, updatedAt: generated.from, customer: null });
  }
  store.version += 1;
}
