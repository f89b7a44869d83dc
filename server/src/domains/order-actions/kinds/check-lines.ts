import type { PlanOf } from "@deskhand/contract/actions/action-parts";
import { fail } from "../../../platform/fail.ts";
import { StoreFault } from "../../../platform/shopify/store-fault.ts";
import { locationsQuery, type Suggestion } from "../store/order-query.ts";
import { type LiveOrder, lineGid, type RefundLine } from "../store/read-order.ts";
import type { Preparing } from "./action-kind.ts";

type Plan = PlanOf<"refund">;
type Line = LiveOrder["lines"][number];

export function titleOf(line: { title: string; variantTitle: string | null } | undefined): string {
  if (!line) return "Untitled item";
  return line.variantTitle ? `${line.title} – ${line.variantTitle}` : line.title;
}

const restockTypes = { none: "NO_RESTOCK", return: "RETURN", cancel: "CANCEL" } as const;

const refuse = (words: string) => fail("input_invalid", { fields: { "plan.lines": [words] } });

/** The chosen lines for Shopify; fails for one that there is not, or of which less is left, was sent, or was not. */
export function checkLines(order: LiveOrder, plan: Plan): RefundLine[] {
  const seen = new Set<string>();
  return plan.lines.map(({ lineItemId, quantity, restock, locationId }) => {
    const line = order.lines.find((each) => each.lineItemId === lineItemId);
    if (!line || seen.has(lineItemId)) throw refuse("This line is not on the order");
    seen.add(lineItemId);
    if (quantity > line.refundable) throw refuse(`Of ${titleOf(line)}, ${line.refundable} can still be refunded`);
    const restockType = restockTypes[line.isRestockable ? restock : "none"];
    checkRestock(line, quantity, restockType);
    const isPut = restockType !== "NO_RESTOCK" && locationId !== null;
    const place = isPut ? { locationId: `gid://shopify/Location/${locationId}` } : {};
    return Object.assign({ lineItemId: lineGid(lineItemId), quantity, restockType }, place);
  });
}

/** Only what was never sent can be cancelled, and only what was sent can come back (shopify.dev: RefundLineItemRestockType). */
function checkRestock(line: Line, quantity: number, restockType: string): void {
  const sent = line.quantity - line.unsent;
  if (restockType === "CANCEL" && quantity > line.unsent)
    throw refuse(`Of ${titleOf(line)}, ${line.unsent} were never sent. Others go back into stock as returned`);
  if (restockType === "RETURN" && quantity > sent)
    throw refuse(`Of ${titleOf(line)}, ${sent} were sent. Others go back into stock as never sent`);
}

/** The lines with where their goods are put: what nobody chose, Shopify suggests. Fails without a place, where Shopify puts nothing back. */
export function withPlaces(
  order: LiveOrder,
  lines: readonly RefundLine[],
  { refundLineItems }: Suggestion,
): RefundLine[] {
  return lines.map((line) => {
    if (line.restockType === "NO_RESTOCK" || line.locationId !== undefined) return line;
    const suggested = refundLineItems?.find(({ lineItem }) => lineGid(lineItem.id) === line.lineItemId)?.location;
    if (suggested) return Object.assign({ locationId: `gid://shopify/Location/${suggested.id}` }, line);
    const title = titleOf(order.lines.find(({ lineItemId }) => lineGid(lineItemId) === line.lineItemId));
    throw refuse(
      refundLineItems
        ? `Choose where ${title} is put back`
        : `Shopify does not let Deskhand read the store's locations, so ${title} cannot be put back into stock from here`,
    );
  });
}

/** The names of places by their ids at Shopify; none if Shopify does not say them. */
export async function namePlaces({ store }: Preparing): Promise<Map<string, string>> {
  try {
    const { locations } = await store.ask(locationsQuery, {});
    return new Map(locations.nodes.map(({ id, name }) => [`gid://shopify/Location/${id}`, name]));
  } catch (error) {
    if (!(error instanceof StoreFault)) throw error;
    // Without the names a preview says that Shopify knows the place.
    return new Map();
  }
}
