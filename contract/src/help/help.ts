import * as z from "zod";
import { endpoint } from "../endpoint.ts";

const contactsSchema = z.object({
  /** Who runs this installation; null where they do not say. */
  operatorEmail: z.string().nullable(),
  /** Where the full documentation is. */
  docsUrl: z.string(),
});

/** Help for the people who use the product (docs/product.md#help-center). */
export const help = {
  /** Whom to ask, and where to read on. */
  contacts: endpoint("help:read", "GET", "/help/contacts").output(contactsSchema),
};
