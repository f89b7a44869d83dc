import * as z from "zod";
import { endpoint } from "./endpoint.ts";
import { limits } from "./limits.ts";
import { id, typedText } from "./page.ts";

const foundCustomerSchema = z.object({ id, name: z.string().nullable(), email: z.string().nullable() });
export type FoundCustomer = z.infer<typeof foundCustomerSchema>;

export const customers = {
  /** By a part of the name or address, whoever ordered last first; everybody where nothing is asked. */
  search: endpoint("customers:read", "GET", "/customers/search")
    .input(
      z.object({
        q: typedText().max(limits.searchLength).default(""),
        limit: z.coerce.number().int().min(1).max(limits.maxPageSize).default(limits.customersFound),
      }),
    )
    .output(z.object({ items: z.array(foundCustomerSchema) })),
};
