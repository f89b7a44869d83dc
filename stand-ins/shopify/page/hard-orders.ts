import type { StoreAddress } from "../state/store-state.ts";
import type { StoreControls } from "../store-controls.ts";

const nowhere: StoreAddress = {
  firstName: null,
  lastName: null,
  company: null,
  address1: null,
  address2: null,
  city: null,
  province: null,
  provinceCode: null,
  country: null,
  countryCode: null,
  zip: null,
  phone: null,
};

/** Places one order of each rare kind, none of which may break anything. Returns their number. */
export function hardOrders(store: StoreControls): number {
  const { state } = store;
  const gone = {
    id: 7_000_000 + state.products.length,
    title: "No longer sold",
    image: "/images/gone.svg",
    isDeleted: true,
  };
  state.products.push(gone);
  const named = store.createCustomer({ firstName: null, lastName: null, email: "nameless@example.com" });
  const orders = [
    store.createOrder({ customerId: null, email: null, lineItems: [{ title: "Sold at the counter", price: "12.00" }] }),
    store.createOrder({ customerId: named.id, lineItems: [{ title: gone.title, productId: gone.id, price: "35.00" }] }),
    store.createOrder({
      lineItems: Array.from({ length: 230 }, (_, line) => ({
        title: `Bead no. ${line + 1}`,
        price: "0.10",
        quantity: 3,
      })),
    }),
    store.createOrder({ currency: "JPY", lineItems: [{ title: "畳用ランプ", price: "12800" }] }),
    store.createOrder({ currency: "KWD", lineItems: [{ title: "مصباح", price: "12.345", quantity: 2 }] }),
    store.createOrder({
      presentment: { currency: "JPY", rate: "163.41" },
      discount: "10.00",
      discountCodes: ["SUMMER10"],
      shipping: "7.50",
      tax: "15.96",
      lineItems: [{ title: "Sent to Japan", price: "99.95" }],
    }),
    store.createOrder({
      shippingAddress: {
        ...nowhere,
        firstName: "李",
        lastName: "小龍",
        address1: "彌敦道 123 號",
        city: "香港",
        country: "Hong Kong SAR",
      },
      lineItems: [{ title: "<b>Bold & “quoted”</b>", price: "5.00" }],
    }),
    store.createOrder({ shippingAddress: nowhere, lineItems: [{ title: "To nowhere", price: "5.00" }] }),
    store.createOrder({ financialStatus: null, lineItems: [{ title: "Without a payment", price: "0" }] }),
    store.createOrder({ isTest: true, lineItems: [{ title: "A test", price: "1.00" }] }),
    store.createOrder({ lineItems: [] }),
  ];
  const parcels = store.createOrder({
    lineItems: [
      { title: "Bed frame", price: "499.00", quantity: 2 },
      { title: "Slats", price: "89.00", quantity: 4 },
    ],
  });
  const tracking = (number: string, company: string) => ({ number, company, url: null });
  const first = store.shipOrder(parcels.id, {
    lines: [{ line: 0, quantity: 2 }],
    trackingInfo: [tracking("1Z999AA10123456784", "UPS"), tracking("1Z999AA10123456795", "UPS")],
  });
  store.shipOrder(parcels.id, {
    lines: [{ line: 1, quantity: 3 }],
    trackingInfo: [tracking("JJD000390007827263", "DHL")],
  });
  store.addFulfillmentEvent(parcels.id, first.id, { status: "IN_TRANSIT" });
  store.refundOrder(parcels.id, { lines: [{ line: 1, quantity: 1 }], note: "One slat was broken" });
  const cancelled = store.createOrder({
    financialStatus: "AUTHORIZED",
    lineItems: [{ title: "Changed mind", price: "20.00" }],
  });
  store.cancelOrder(cancelled.id, "CUSTOMER");
  return orders.length + 2;
}
