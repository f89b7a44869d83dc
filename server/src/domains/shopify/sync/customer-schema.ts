import * as z from "zod";
import type { StoreCustomer } from "../../customers/index.ts";
import { amountField, emailField, idField, maybeTimeField, textField, timeField } from "./answer-fields.ts";

/** A customer as the Admin API answers, read into what is kept. */
export const customerSchema = z
  .object({
    legacyResourceId: idField,
    firstName: textField(100),
    lastName: textField(100),
    defaultEmailAddress: z.object({ emailAddress: emailField }).nullish(),
    defaultPhoneNumber: z.object({ phoneNumber: textField(50) }).nullish(),
    // An unsigned number of 64 bits, as a string.
    numberOfOrders: z.union([z.string().regex(/^\d{1,20}$/), z.int().nonnegative()]),
    amountSpent: z.object({ amount: amountField }).nullish(),
    lastOrder: z.object({ createdAt: maybeTimeField }).nullish(),
    createdAt: timeField,
    updatedAt: timeField,
  })
  .transform(
    (customer): StoreCustomer => ({
      shopifyId: customer.legacyResourceId,
      name: [customer.firstName, customer.lastName].filter((part) => part !== null).join(" ") || null,
      email: customer.defaultEmailAddress?.emailAddress ?? null,
      phone: customer.defaultPhoneNumber?.phoneNumber ?? null,
      totalOrders: Math.min(Number(customer.numberOfOrders), 2_147_483_647),
      totalSpent: customer.amountSpent?.amount ?? "0",
      lastOrderAt: customer.lastOrder?.createdAt ?? null,
      createdAt: customer.createdAt,
      updatedAt: customer.updatedAt,
    }),
  );
