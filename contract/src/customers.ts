import * as z from "zod";
import { isTypedAddress } from "./addresses/address.ts";
import { addressText, typedAddress } from "./addresses/typed-address.ts";
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
  /** All addresses that are theirs, the main one first, which `email` is. */
  addresses: z.array(z.string()),
  /** Those who were joined with them, and can be parted again, the newest first. */
  joined: z.array(foundCustomerSchema.extend({ joinedAt: timestamp })),
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
const email = typedAddress("Customer email is required");

/** A customer who is known, by the id; or one by the address, who is added unless somebody has it. */
export const chosenCustomer = z
  .object({
    id: id.optional(),
    name: typedText()
      .overwrite(noBlank)
      .max(limits.customerNameLength, tooLong("Full name", limits.customerNameLength))
      .optional(),
    email: addressText().optional(),
  })
  .superRefine(({ id: known, email }, issues) => {
    if (known !== undefined || (email && isTypedAddress(email))) return;
    const message = email ? "Please enter a valid email address" : "Customer email is required";
    issues.addIssue({ code: "custom", path: ["email"], message });
  });

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

/** What is done with an address of a customer. */
const addressChanges = ["add", "remove", "make-main"] as const;
export type AddressChange = (typeof addressChanges)[number];

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
  create: endpoint("customers:write", "POST", "/customers", { twice: "an address is one customer's" })
    .errors(among("customer_email_taken"))
    .input(newCustomerSchema)
    .output(customerDetailSchema),
  update: endpoint("customers:write", "PATCH", "/customers/{id}")
    .errors(among("customer_not_found", "customer_email_taken", "customer_changed_meanwhile"))
    .input(customerEditSchema.extend({ id }))
    .output(customerDetailSchema),
  /**
   * Adds an address, takes one off, or makes it the main one. What is so already stays so: a second request does nothing
   * (docs/product.md#addresses-of-a-customer).
   */
  changeAddress: endpoint("customers:write", "POST", "/customers/{id}/addresses", { twice: "sets" })
    .errors(
      among(
        ...(["customer_not_found", "customer_email_taken", "customer_address_not_found"] as const),
        ...(["customer_address_is_main", "too_many_addresses"] as const),
      ),
    )
    .input(z.object({ id, email, change: z.enum(addressChanges) }))
    .output(customerDetailSchema),
  /** Makes one customer of two, `into`, with all that is theirs (docs/product.md#joining-customers); asked again, nothing is changed. */
  join: endpoint("customers:write", "POST", "/customers/{id}/join")
    .errors(among("customer_not_found", "customer_joined_with_self"))
    .input(z.object({ id, into: id }))
    .output(customerDetailSchema),
  /** Gives one who was joined with another their own back, and what came by their addresses since, and returns them. */
  part: endpoint("customers:write", "POST", "/customers/{id}/part")
    .errors(among("customer_not_found"))
    .input(z.object({ id }))
    .output(customerDetailSchema),
  /** Deletes one who has no tickets, for good; their orders stay, without a customer. */
  delete: endpoint("customers:write", "DELETE", "/customers/{id}")
    .errors(among("customer_not_found", "customer_has_tickets"))
    .input(z.object({ id }))
    .output(z.object({ id })),
};
