import * as z from "zod";
import { endpoint } from "../endpoint.ts";
import { among } from "../errors.ts";
import { limits } from "../limits.ts";
import { id, oneLine, tooLong, typedText } from "../page.ts";
import { planIds } from "./billing.ts";

export const clientSchema = z.object({
  id,
  clientCode: z.string(),
  storeName: z.string(),
  supportEmail: z.string(),
  customSupportEmail: z.string().nullable(),
  /** The IANA time zone of its days, such as "Europe/Dublin". */
  timeZone: z.string(),
  plan: z.enum(["basic", ...planIds]),
  status: z.string(),
});
export type Client = z.infer<typeof clientSchema>;

const storeName = typedText("Store name cannot be empty")
  .overwrite(oneLine)
  .min(1, "Store name cannot be empty")
  .max(limits.storeNameLength, tooLong("Store name", limits.storeNameLength))
  // Customers read this name in every mail.
  .refine((name) => name === "" || /[\p{L}\p{N}]/u.test(name), "Store name needs a letter or a number");

export const client = {
  /** Returns the store of the person who asks. */
  get: endpoint("account:read", "GET", "/client").output(clientSchema),
  /** Renames the store if it is still called `from`. */
  rename: endpoint("client:manage", "POST", "/client/name", {
    refusal: "Only administrators can rename the store",
    twice: "sets",
  })
    .errors(among("client_changed_meanwhile"))
    .input(z.object({ storeName, from: z.string().max(limits.storeNameLength) }))
    .output(clientSchema),
};
