import type { CannedResponse } from "@deskhand/contract/canned-responses";
import { isOfOrder, isPlaceholder, type Placeholder, placeholderNames } from "@deskhand/contract/desk/placeholders";
import type { TicketDetail } from "@deskhand/contract/tickets";
import { os } from "./fake-contract.ts";

interface Store {
  responses: CannedResponse[];
  placeholders: Partial<Record<Placeholder, string>>;
}

/** The store's canned responses; orders are told to the ticket's customer alone. */
export function fakeCannedResponses(ticket: TicketDetail, store: () => Store) {
  function fillingFor(to: readonly string[] = []) {
    const { customer } = ticket;
    const owner = customer && { name: customer.name, addresses: [customer.email ?? ""] };
    const isTold = to.includes(customer?.email ?? "");
    const known = placeholderNames.filter((name) => store().placeholders[name] !== undefined);
    const withheld = known.filter((name) => !isTold && isOfOrder(name));
    const told = known.filter((name) => !withheld.includes(name));
    return {
      values: Object.fromEntries(told.map((name) => [name, store().placeholders[name] ?? ""])),
      withheld,
      owner,
    };
  }
  return {
    list: os.cannedResponses.list.handler(() => ({ items: store().responses })),
    values: os.cannedResponses.values.handler(({ input }) => fillingFor(input.to)),
    fill: os.cannedResponses.fill.handler(({ input: { id, to } }) => {
      const { values, owner } = fillingFor(to);
      const text = store().responses.find((one) => one.id === id)?.content ?? "";
      const content = text.replace(
        /\{\{([\w.]+)\}\}/g,
        (whole, name) => (isPlaceholder(name) && values[name]) || whole,
      );
      return { content, values, owner };
    }),
  };
}
