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
  plan: z.enum(["basic", ...planIds]),
  status: z.string(),
});
export type Client = z.infer<typeof clientSchema>;

const storeName = typedText("Store name cannot be empty")
  .overwrite(oneLine)
  .min(1, "Store name cannot be empty")
  .max(limits.storeNameLength, tooLong("Store name", limits.storeNameLength))
  // Customers read it in every mail.
  .refine((name) => name === "" || /[\p{L}\p{N}]/u.test(name), "Store name needs a letter or a number");

export const client = {
  /** The store of who asks. */
  get: endpoint("account:read", "GET", "/client").output(clientSchema),
  /** Gives the store another name, unless it is no longer called `from`. */
  rename: endpoint("client:manage", "POST", "/client/name", {
    refusal: "Only administrators can rename the store",
    twice: "sets",
  })
    .errors(among("client_changed_meanwhile"))
    .input(z.object({ storeName, from: z.string().max(limits.storeNameLength) }))
    .output(clientSchema),
};
