import type { Desk } from "../create-stand-in.ts";
import { faultKinds, faultWords } from "../faults.ts";
import { fixed } from "../state/decimals.ts";
import { currentTotalOf, displayStatusOf, fulfillmentStatusOf } from "../state/order-sums.ts";
import { findCustomer, ordersBy, readOrder } from "../state/store.ts";
import type { StoreOrder } from "../state/store-state.ts";
import type { StoreControls } from "../store-controls.ts";
import { escapeHtml, form, page } from "./html.ts";

const shown = 25;

/** Draws the whole control page: one store at a time, then faults and the latest requests. */
export function controlPage(desk: Desk, query: URLSearchParams): string {
  const domains = [...desk.stores.keys()];
  const chosen = query.get("shop") ?? domains[0] ?? "";
  const store = desk.stores.get(chosen);
  const done = query.get("done");
  return page(
    "Stand-in for Shopify",
    `<h1>Stand-in for Shopify</h1>
    <p class="note">This is <strong>not Shopify</strong>. It plays Shopify on this machine, so that an app can be tried without a
    store, an account or the network: what you do here to orders reaches the app as it would from Shopify.</p>
    ${done ? `<p class="done" role="status">${escapeHtml(done)}</p>` : ""}
    <section><h2>Stores</h2><p>${domains.map((domain) => link(domain, domain === chosen)).join(" · ") || "None yet."}</p>
    ${form("new-store", `<input name="name" placeholder="name" required> .myshopify.com <button>Open a store</button>`)}</section>
    ${store ? storePart(store, query.get("order")) : ""}
    ${networkPart(desk, chosen)}
    ${appPart(desk)}`,
  );
}

function link(domain: string, isChosen: boolean): string {
  const name = escapeHtml(domain);
  return isChosen ? `<strong>${name}</strong>` : `<a href="/?shop=${encodeURIComponent(domain)}">${name}</a>`;
}

function storePart(controls: StoreControls, wanted: string | null): string {
  const { store, state } = controls;
  const { domain } = state;
  const all = ordersBy(store, "PROCESSED_AT", ({ createdAt }) => createdAt);
  const picked =
    wanted === null ? [] : all.filter(({ id, number }) => [id, number].includes(Number(wanted.replace("#", ""))));
  const entries = picked.length > 0 ? picked : all.slice(-shown).toReversed();
  const rows = entries.map((entry) => orderRow(controls, readOrder(store, entry)));
  const people = [...store.customers.values()].slice(0, 200).flatMap(({ customer }) => customer ?? []);
  const options = people
    .map(({ id, firstName, lastName, email }) => {
      const name = [firstName, lastName].filter(Boolean).join(" ") || email || String(id);
      return `<option value="${id}">${escapeHtml(name)}</option>`;
    })
    .join("");
  const customer = `<select name="customer" aria-label="Customer"><option value="">no customer</option>${options}</select>`;
  return `<section><h2>${escapeHtml(state.name)}</h2>
    <p class="quiet">${all.length} orders, ${store.customers.size} customers, ${state.currency}. The app has
    ${state.tokens.filter(({ isCustom }) => !isCustom).length} tokens and ${state.subscriptions.length} webhook subscriptions here.</p>
    <h3>Orders</h3>
    <form method="get" action="/"><input type="hidden" name="shop" value="${escapeHtml(domain)}"><input name="order" placeholder="#1001" size="8" aria-label="Number of an order" value="${escapeHtml(wanted)}"><button>Find</button></form>
    ${form("new-order", `${customer}<input name="title" placeholder="what" size="14"><input name="price" placeholder="price" size="6"><input name="quantity" placeholder="pieces" size="5"><button class="main">New order</button>`, domain)}
    ${form("hard-orders", `<button title="No customer, deleted product, 230 lines, yen and dinar, any script, several parcels …">Unusual orders</button>`, domain)}
    ${form("fill", `<input name="count" value="1000" size="6"><button>Fill with orders</button>`, domain)}
    <div class="wide"><table><thead><tr><th>Order</th><th>State</th><th>Do</th></tr></thead><tbody>${rows.join("")}</tbody></table></div>
    ${all.length > entries.length ? `<p class="quiet">${picked.length > 0 ? `<a href="/?shop=${escapeHtml(domain)}">All orders</a>` : `The ${entries.length} latest of ${all.length}.`}</p>` : ""}
    <h3>Customers and privacy</h3>
    ${form("new-customer", `<input name="first" placeholder="first name" size="10"><input name="last" placeholder="last name" size="10"><input name="email" placeholder="e-mail" size="18"><button>New customer</button>`, domain)}
    ${form("privacy", `${customer}<button name="topic" value="customers/data_request">Data request</button><button name="topic" value="customers/redact">Redact customer</button><button name="topic" value="shop/redact" class="danger">Redact shop</button>`, domain)}
    <h3>The app in this store</h3>
    ${form("token", `<input name="scopes" value="read_orders read_all_orders read_customers" size="38"><button title="As Settings, Apps, Develop apps gives it">Make a custom app's token</button>`, domain)}
    ${form("revoke", `<button class="danger">Revoke all tokens</button>`, domain)}
    ${form("uninstall", `<button class="danger">Uninstall the app</button>`, domain)}
    ${form("condition", `<button name="condition" value="open">Open</button><button name="condition" value="frozen">Frozen (402)</button><button name="condition" value="locked">Locked (423)</button>`, domain)}
    ${state.subscriptions.length > 0 ? `<details><summary>Subscriptions</summary><ul>${state.subscriptions.map(({ topic, uri }) => `<li>${escapeHtml(topic)} → <code>${escapeHtml(uri)}</code></li>`).join("")}</ul></details>` : ""}
    </section>`;
}

function networkPart({ faults, throttle, courier, asked }: Desk, shop: string): string {
  const kinds = faultKinds.map((kind) => `<option value="${kind}">${escapeHtml(faultWords[kind])}</option>`).join("");
  const waiting = faults
    .list()
    .map(
      ({ kind, count, on }) =>
        `${faultWords[kind]} (${on === "token" ? "tokens" : "API"}, ${count === undefined ? "until cleared" : `${count} times`})`,
    );
  const sent = courier.deliveries.slice(-10).toReversed();
  return `<section><h2>What goes wrong</h2>
    ${form(
      "fault",
      `<select name="kind" aria-label="Fault">${kinds}</select> for <input name="count" value="1" size="3"> requests
      <select name="on" aria-label="Which"><option value="graphql">of the API</option><option value="token">for tokens</option></select><button>Make it happen</button>`,
      shop,
    )}
    ${form("clear-faults", "<button>No more faults</button>", shop)}
    <span class="quiet">${waiting.length > 0 ? `Waiting: ${escapeHtml(waiting.join(", "))}` : "None is waiting. Without a number, until cleared."}</span><br>
    ${form(
      "throttle",
      `Bucket <input name="maximum" value="${throttle.maximumAvailable}" size="6"> points, <input name="rate" value="${throttle.restoreRate}" size="5"> a second
      <button name="state" value="on">Throttle</button><button name="state" value="off">Do not throttle</button>`,
      shop,
    )}
    ${form(
      "webhooks",
      `Each webhook <input name="copies" value="${courier.options.copies}" size="2"> times <button name="mode" value="now">Send</button>
      <button name="mode" value="hold">Hold back</button><button name="mode" value="reversed">Send what is held, newest first</button>`,
      shop,
    )}
    <h3>Latest webhooks</h3><ul>${
      sent
        .map(({ topic, uri, attempts, state }) => {
          const statuses = attempts.map(({ status }) => status ?? "no answer").join(", ");
          return `<li><strong>${escapeHtml(topic)}</strong> <code>${escapeHtml(uri)}</code> ${state}${statuses ? ` (${statuses})` : ""}</li>`;
        })
        .join("") || "<li>None yet.</li>"
    }</ul>
    <h3>Latest queries</h3><ul>${
      asked
        .slice(-10)
        .toReversed()
        .map(
          ({ shop: of, query, cost }) =>
            `<li>${escapeHtml(of)}: <code>${escapeHtml(query.slice(0, 120))}</code> ${cost ?? "refused"}</li>`,
        )
        .join("") || "<li>None yet.</li>"
    }</ul></section>`;
}

function appPart({ app, url }: Desk): string {
  return `<section><h2>The app</h2><p>Its server is started with:</p>
    <pre><code>SHOPIFY_API_KEY=${escapeHtml(app.apiKey)}
SHOPIFY_API_SECRET=${escapeHtml(app.apiSecret)}
SHOPIFY_STORE_URL=${escapeHtml(url)}/{shop}</code></pre>
    <p class="quiet">The merchant may be sent back to: ${escapeHtml(app.redirectUris.join(", ") || "nowhere yet")}. Webhooks that need no subscription
    (${escapeHtml([...app.topics, "those for privacy"].join(", "))}) go to ${escapeHtml(app.webhookUrl ?? "nowhere")}.</p></section>`;
}

const words = (status: string | null) => (status ?? "none").toLowerCase().replaceAll("_", " ");

/** Draws an order with everything that can be done to it. */
function orderRow({ store, state }: StoreControls, order: StoreOrder): string {
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
