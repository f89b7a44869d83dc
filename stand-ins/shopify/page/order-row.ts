import { fixed } from "../state/decimals.ts";
import { currentTotalOf, displayStatusOf, fulfillmentStatusOf } from "../state/order-sums.ts";
import { findCustomer } from "../state/store.ts";
import type { StoreOrder } from "../state/store-state.ts";
import type { StoreControls } from "../store-controls.ts";
import { escapeHtml, form } from "./html.ts";

const words = (status: string | null) => (status ?? "none").toLowerCase().replaceAll("_", " ");

/** An order with everything that can be done to it. */
export function orderRow({ store, state }: StoreControls, order: StoreOrder): string {
  const customer = findCustomer(store, order.customerId);
  const name = [customer?.firstName, customer?.lastName].filter(Boolean).join(" ") || order.email || "no customer";
  const hidden = `<input type="hidden" name="order" value="${order.id}">`;
  const button = (action: string, label: string, extra = "", kind = "") =>
    form(action, `${hidden}${extra}<button class="${kind}">${label}</button>`, state.domain);
  const parcels = order.fulfillments.map((one) => {
    const extra = `<input type="hidden" name="fulfillment" value="${one.id}">`;
    const numbers = one.trackingInfo.map(({ company, number }) => `${company ?? ""} ${number ?? ""}`.trim()).join(", ");
    return `<div>Parcel ${escapeHtml(numbers || "without tracking")}: ${words(displayStatusOf(one))}
      ${button("step", "Next step", extra)}${button("fail", "Nobody home", extra)}</div>`;
  });
  const tracking = `<input name="company" value="DHL" size="5" aria-label="Carrier"><input name="number" placeholder="tracking number" size="14">`;
  const isDone = order.cancelledAt !== null;
  return `<tr><td><strong>${escapeHtml(order.name)}</strong><br>${escapeHtml(name)}<br><span class="quiet">${escapeHtml(order.createdAt)}</span></td>
    <td>${fixed(currentTotalOf(order), order.currency)} ${escapeHtml(order.currency)}<br>${words(order.financialStatus)}<br>${words(fulfillmentStatusOf(order))}${isDone ? "<br>cancelled" : ""}</td>
    <td>${parcels.join("")}${fulfillmentStatusOf(order) === "FULFILLED" ? "" : button("ship", "Ship", tracking)}
    ${button("refund-one", "Refund one piece")}${button("refund", "Refund all")}${button("edit", "Add a gift box")}
    ${isDone ? "" : button("cancel", "Cancel", "", "danger")}${button("delete", "Delete", "", "danger")}</td></tr>`;
}
