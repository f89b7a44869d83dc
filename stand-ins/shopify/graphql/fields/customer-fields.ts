import { add, subtract } from "../../state/decimals.ts";
import { receivedOf, refundedOf } from "../../state/order-sums.ts";
import { findCustomer, ordersOfCustomer, readOrder } from "../../state/store.ts";
import type { StoreCustomer } from "../../state/store-state.ts";
import { nameOf } from "../../webhooks/address-payload.ts";
import { type Context, type Fields, gid, needScope } from "../bind.ts";
import { moneyOf } from "./money.ts";
import { addressRef, orderRef } from "./order-fields.ts";
import { pageOfOrders, visibleOrders } from "./order-list.ts";

export type CustomerRef = { typeName: "Customer"; customer: StoreCustomer };

export function customerRef({ store }: Context, id: number | null): CustomerRef | null {
  const customer = findCustomer(store, id);
  return customer && { typeName: "Customer", customer };
}

const ownOrders = ({ customer }: CustomerRef, context: Context) => ordersOfCustomer(context.store, customer.id);

export const customerFields: Fields<CustomerRef> = {
  id: ({ customer }) => gid("Customer", customer.id),
  legacyResourceId: ({ customer }) => String(customer.id),
  firstName: ({ customer }) => customer.firstName,
  lastName: ({ customer }) => customer.lastName,
  displayName: ({ customer }) => nameOf(customer) ?? customer.email ?? customer.phone ?? `Customer ${customer.id}`,
  email: ({ customer }) => customer.email,
  phone: ({ customer }) => customer.phone,
  defaultEmailAddress: ({ customer }) => (customer.email === null ? null : { emailAddress: customer.email }),
  defaultPhoneNumber: ({ customer }) => (customer.phone === null ? null : { phoneNumber: customer.phone }),
  createdAt: ({ customer }) => customer.createdAt,
  updatedAt: ({ customer }) => customer.updatedAt,
  note: ({ customer }) => customer.note,
  tags: ({ customer }) => customer.tags,
  state: ({ customer }) => customer.state,
  locale: () => "en",
  verifiedEmail: ({ customer }) => customer.isEmailVerified,
  defaultAddress: ({ customer }) => addressRef(customer.id, customer.defaultAddress),
  numberOfOrders: (ref, _args, context) => String(ownOrders(ref, context).length),
  amountSpent: (ref, _args, context) => {
    const { store } = context;
    const orders = ownOrders(ref, context).map((entry) => readOrder(store, entry));
    const own = orders.filter(({ currency }) => currency === store.state.currency);
    const spent = own.map((order) => subtract(receivedOf(order), refundedOf(order)));
    return moneyOf(add("0", ...spent), store.state.currency);
  },
  lastOrder: (ref, _args, context) => {
    needScope(context, "read_orders", "lastOrder");
    const last = visibleOrders(context, ownOrders(ref, context)).at(-1);
    return last ? orderRef(readOrder(context.store, last)) : null;
  },
  orders: (ref, args, context) => {
    needScope(context, "read_orders", "orders");
    return pageOfOrders(context, args, { name: `of ${ref.customer.id}`, entries: ownOrders(ref, context) });
  },
};
