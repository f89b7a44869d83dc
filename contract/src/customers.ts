import * as z from "zod";
import { isTypedAddress } from "./addresses/address.ts";
import { type SpelledAddress, spelledAddress, spellingText, typedAddress } from "./addresses/typed-address.ts";
import { endpoint } from "./endpoint.ts";
import { among } from "./errors.ts";
import { limits } from "./limits.ts";
import { id, money, noBlank, pageInput, timestamp, tooLong, typedText } from "./page.ts";
import { customerKinds } from "./vocabulary.ts";

const foundCustomerSchema = z.object({ id, name: z.string().nullable(), email: z.string().nullable() });
export type FoundCustomer = z.infer<typeof foundCustomerSchema>;

const customerCardSchema = foundCustomerSchema.extend({
  phone: z.string().nullable(),
  /** Their id at the store's platform, once they have one. */
  shopifyCustomerId: z.string().nullable(),
  totalOrders: z.number().int(),
  /** In the store's currency. */
  totalSpent: money,
  lastOrderAt: timestamp.nullable(),
  createdAt: timestamp,
});
export type CustomerCard = z.infer<typeof customerCardSchema>;

const customerListSchema = z.object({
  items: z.array(customerCardSchema),
  nextCursor: z.string().nullable(),
  /** The number of matches, exact up to 10,000, then `totalIsCapped`. */
  total: z.number().int(),
  totalIsCapped: z.boolean(),
  /** The store's currency, for all amounts. */
  currency: z.string(),
});
export type CustomerList = z.infer<typeof customerListSchema>;

const customerDetailSchema = customerCardSchema.extend({
  currency: z.string(),
  /** All their addresses, with the main one, `email`, first. */
  addresses: z.array(z.string()),
  /** Customers who were joined with this one and can be parted again, newest first. */
  joined: z.array(foundCustomerSchema.extend({ joinedAt: timestamp })),
  /** Their tickets here, whatever the store's platform counts. */
  ticketCount: z.number().int(),
  orderCount: z.number().int(),
});
export type CustomerDetail = z.infer<typeof customerDetailSchema>;

const customerStatsSchema = z.object({
  totalCustomers: z.number().int(),
  totalSpent: money,
  /** The average over all customers, including those who bought nothing; rounded to 2 decimals. */
  averageSpent: money,
  /** The number of customers whom the store's platform has too. */
  storeCustomers: z.number().int(),
  currency: z.string(),
});
export type CustomerStats = z.infer<typeof customerStatsSchema>;

const customerFilterSchema = z.object({
  /** Part of the name or address; case does not matter. */
  search: typedText().max(limits.searchLength, "Search for at most 200 characters").optional(),
  kind: z.enum(customerKinds).default("all"),
});
export type CustomerFilter = z.infer<typeof customerFilterSchema>;

/** One line of text; a blank one becomes null. */
const line = (name: string, max: number) =>
  typedText()
    .overwrite((text) => noBlank(text.replace(/\s+/g, " ")))
    .max(max, tooLong(name, max))
    .transform((text) => (text === "" ? null : text))
    .nullable();

const fullName = line("Full name", limits.customerNameLength);
const phone = line("Phone", limits.phoneLength);
const email = typedAddress("Customer email is required");

/** A known customer, by id; or one by address, who is added unless that address is known. */
export const chosenCustomer = z
  .object({
    id: id.optional(),
    name: typedText()
      .overwrite(noBlank)
      .max(limits.customerNameLength, tooLong("Full name", limits.customerNameLength))
      .optional(),
    email: spellingText().optional(),
  })
  .superRefine(({ id: customerId, email }, issues) => {
    if (customerId !== undefined || (email && isTypedAddress(email))) return;
    const message = email ? "Please enter a valid email address" : "Customer email is required";
    issues.addIssue({ code: "custom", path: ["email"], message });
  })
  .transform(({ email: typed, ...customer }) => {
    const spelled: Partial<SpelledAddress> = typed === undefined ? {} : spelledAddress(typed);
    return { ...customer, ...spelled };
  });

const newCustomerSchema = z.object({ name: fullName.default(null), email, phone: phone.default(null) });
export type NewCustomer = z.output<typeof newCustomerSchema>;

/** The fields to change; an absent field stays as it is. */
const customerEditSchema = z.object({
  name: fullName.optional(),
  email: email.optional(),
  phone: phone.optional(),
  /** The values that the screen showed: if an edited one has changed, nothing is saved. */
  expected: z
    .object({ name: z.string().nullable(), email: z.string().nullable(), phone: z.string().nullable() })
    .partial()
    .default({}),
});
export type CustomerEdit = z.output<typeof customerEditSchema>;

/** What can be done with an address of a customer. */
const addressChanges = ["add", "remove", "make-main"] as const;
export type AddressChange = (typeof addressChanges)[number];

export const customers = {
  /** Lists customers, newest first (docs/product.md#customers). */
  list: endpoint("customers:read", "GET", "/customers", { v1: true })
    .input(customerFilterSchema.extend(pageInput.shape))
    .output(customerListSchema),
  stats: endpoint("customers:read", "GET", "/customers/stats").output(customerStatsSchema),
  /** Finds customers by part of the name or address, latest order first; without a text it lists everybody. */
  search: endpoint("customers:read", "GET", "/customers/search")
    .input(
      z.object({
        q: typedText().max(limits.searchLength).default(""),
        limit: z.coerce.number().int().min(1).max(limits.maxPageSize).default(limits.customersFound),
      }),
    )
    .output(z.object({ items: z.array(foundCustomerSchema) })),
  get: endpoint("customers:read", "GET", "/customers/{id}", { v1: true })
    .errors(among("customer_not_found"))
    .input(z.object({ id }))
    .output(customerDetailSchema),
  /** Adds a customer; if an equal one exists, returns that one, so a repeated request adds no second. */
  create: endpoint("customers:write", "POST", "/customers", { v1: true, twice: "an address is one customer's" })
    .errors(among("customer_email_taken"))
    .input(newCustomerSchema)
    .output(customerDetailSchema),
  update: endpoint("customers:write", "PATCH", "/customers/{id}", { v1: true })
    .errors(among("customer_not_found", "customer_email_taken", "customer_changed_meanwhile"))
    .input(customerEditSchema.extend({ id }))
    .output(customerDetailSchema),
  /** Adds an address, removes one, or makes it the main one. A repeated request does nothing (docs/product.md#addresses-of-a-customer). */
  changeAddress: endpoint("customers:write", "POST", "/customers/{id}/addresses", { v1: true, twice: "sets" })
    .errors(
      among(
        ...(["customer_not_found", "customer_email_taken", "customer_address_not_found"] as const),
        ...(["customer_address_is_main", "too_many_addresses"] as const),
      ),
    )
    .input(z.object({ id, email, change: z.enum(addressChanges) }))
    .output(customerDetailSchema),
  /** Joins two customers into one, `into`, with all their data (docs/product.md#joining-customers); a repeated request changes nothing. */
  join: endpoint("customers:write", "POST", "/customers/{id}/join")
    .errors(among("customer_not_found", "customer_joined_with_self"))
    .input(z.object({ id, into: id }))
    .output(customerDetailSchema),
  /** Parts a joined customer from the other, with their own data and what came from their addresses since; returns them. */
  part: endpoint("customers:write", "POST", "/customers/{id}/part")
    .errors(among("customer_not_found"))
    .input(z.object({ id }))
    .output(customerDetailSchema),
  /** Deletes a customer without tickets for good; their orders stay, without a customer. */
  delete: endpoint("customers:write", "DELETE", "/customers/{id}")
    .errors(among("customer_not_found", "customer_has_tickets"))
    .input(z.object({ id }))
    .output(z.object({ id })),
};
