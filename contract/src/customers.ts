import * as z from "zod";
import { endpoint } from "./endpoint.ts";
import { among } from "./errors.ts";
import { limits } from "./limits.ts";
import { id, money, noBlank, pageInput, timestamp, tooLong, typedText } from "./page.ts";
import { customerKinds } from "./vocabulary.ts";

const foundCustomerSchema = z.object({ id, name: z.string().nullable(), email: z.string().nullable() });
export type FoundCustomer = z.infer<typeof foundCustomerSchema>;

const customerCardSchema = foundCustomerSchema.extend({
  phone: z.string().nullable(),
  /** Their id at the store's platform, once it has them. */
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
  /** How many match; exact up to 10,000, then `totalIsCapped`. */
  total: z.number().int(),
  totalIsCapped: z.boolean(),
  /** The store's, in which all amounts are. */
  currency: z.string(),
});
export type CustomerList = z.infer<typeof customerListSchema>;

const customerDetailSchema = customerCardSchema.extend({
  currency: z.string(),
  /** What is here of theirs, whatever the store's platform counts. */
  ticketCount: z.number().int(),
  orderCount: z.number().int(),
});
export type CustomerDetail = z.infer<typeof customerDetailSchema>;

const customerStatsSchema = z.object({
  totalCustomers: z.number().int(),
  totalSpent: money,
  /** Of all customers, also those who bought nothing; rounded to 2 decimals. */
  averageSpent: money,
  /** Those that the store's platform has too. */
  storeCustomers: z.number().int(),
  currency: z.string(),
});
export type CustomerStats = z.infer<typeof customerStatsSchema>;

const customerFilterSchema = z.object({
  /** Part of the name or address, upper and lower case alike. */
  search: typedText().max(limits.searchLength, "Search for at most 200 characters").optional(),
  kind: z.enum(customerKinds).default("all"),
});
export type CustomerFilter = z.infer<typeof customerFilterSchema>;

/** One line of text; a blank one is nothing. */
const line = (name: string, max: number) =>
  typedText()
    .overwrite((text) => noBlank(text.replace(/\s+/g, " ")))
    .max(max, tooLong(name, max))
    .transform((text) => (text === "" ? null : text))
    .nullable();

const fullName = line("Full name", limits.customerNameLength);
const phone = line("Phone", limits.phoneLength);
const email = typedText()
  .toLowerCase()
  .min(1, "Customer email is required")
  .max(limits.emailAddressLength, "Please enter a valid email address")
  .refine((text) => text === "" || z.email().safeParse(text).success, "Please enter a valid email address");

const newCustomerSchema = z.object({ name: fullName.default(null), email, phone: phone.default(null) });
export type NewCustomer = z.output<typeof newCustomerSchema>;

/** What is edited of a customer; what is absent stays as it is. */
const customerEditSchema = z.object({
  name: fullName.optional(),
  email: email.optional(),
  phone: phone.optional(),
  /** What the screen showed: where a value that is edited is no longer so, nothing is changed. */
  expected: z
    .object({ name: z.string().nullable(), email: z.string().nullable(), phone: z.string().nullable() })
    .partial()
    .default({}),
});
export type CustomerEdit = z.output<typeof customerEditSchema>;

export const customers = {
  /** The newest first (docs/product.md#customers). */
  list: endpoint("customers:read", "GET", "/customers")
    .input(customerFilterSchema.extend(pageInput.shape))
    .output(customerListSchema),
  stats: endpoint("customers:read", "GET", "/customers/stats").output(customerStatsSchema),
  /** By a part of the name or address, whoever ordered last first; everybody where nothing is asked. */
  search: endpoint("customers:read", "GET", "/customers/search")
    .input(
      z.object({
        q: typedText().max(limits.searchLength).default(""),
        limit: z.coerce.number().int().min(1).max(limits.maxPageSize).default(limits.customersFound),
      }),
    )
    .output(z.object({ items: z.array(foundCustomerSchema) })),
  get: endpoint("customers:read", "GET", "/customers/{id}")
    .errors(among("customer_not_found"))
    .input(z.object({ id }))
    .output(customerDetailSchema),
  /** A customer who is just so already is returned: a second request makes no second one. */
  create: endpoint("customers:write", "POST", "/customers")
    .errors(among("customer_email_taken"))
    .input(newCustomerSchema)
    .output(customerDetailSchema),
  update: endpoint("customers:write", "PATCH", "/customers/{id}")
    .errors(among("customer_not_found", "customer_email_taken", "customer_changed_meanwhile"))
    .input(customerEditSchema.extend({ id }))
    .output(customerDetailSchema),
  /** Deletes one who has no tickets, for good; their orders stay, without a customer. */
  delete: endpoint("customers:write", "DELETE", "/customers/{id}")
    .errors(among("customer_not_found", "customer_has_tickets"))
    .input(z.object({ id }))
    .output(z.object({ id })),
};
