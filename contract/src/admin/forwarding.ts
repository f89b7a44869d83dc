import * as z from "zod";
import { typedAddress } from "../addresses/typed-address.ts";
import { endpoint } from "../endpoint.ts";
import { among } from "../errors.ts";
import { timestamp } from "../page.ts";

const required = "Email address is required";
const notValid = "Please enter a valid email address";
/** Of the store's own: without quotes, and such that everybody can write to it (RFC 5321, section 4.5.3.1.1; RFC 1123, section 2.1). */
const ownAddress = /^[!#-'*+./\d=?^-~-]{1,64}@(?:[a-z\d][a-z\d-]*\.)+[a-z\d-]{2,}$/;
const address = typedAddress(required).refine((text) => text === "" || ownAddress.test(text), notValid);

const stepIds = ["sent", "returned", "recognised", "ticket"] as const;

const stepSchema = z.object({
  id: z.enum(stepIds),
  state: z.enum(["waiting", "running", "done", "failed"]),
  /** How it went, or what is missing and what to do, in sentences. */
  text: z.string().nullable(),
  at: timestamp.nullable(),
});
export type TestStep = z.infer<typeof stepSchema>;

const testSchema = z.object({
  id: z.string(),
  /** The address that customers write to. */
  address: z.string(),
  askedAt: timestamp,
  state: z.enum(["running", "passed", "failed"]),
  /** On its way, in order. */
  steps: z.array(stepSchema),
  /** What is good to know though it came back, each in a sentence. */
  notes: z.array(z.string()),
});
export type ForwardingTest = z.infer<typeof testSchema>;

const checkSchema = z.object({
  address: z.string(),
  askedAt: timestamp,
  state: z.enum(["waiting", "failed", "taken", "expired"]),
  /** What it waits for, or why it failed, in a sentence. */
  text: z.string(),
});
export type AddressCheck = z.infer<typeof checkSchema>;

const confirmationSchema = z.object({
  /** The mailbox that wants to forward; null where the mail does not say. */
  account: z.string().nullable(),
  code: z.string().nullable(),
  /** At Google. */
  link: z.string(),
  receivedAt: timestamp,
  /** Whether it is proven that Google sent it; false where nothing could be found out. */
  isVerified: z.boolean(),
});

const forwardingSchema = z.object({
  /** Where mail is forwarded to. */
  supportEmail: z.string(),
  /** An address of the store's own that is known to be theirs; null without one. */
  customSupportEmail: z.string().nullable(),
  /** The address that is to become it; null while none is. */
  check: checkSchema.nullable(),
  /** The newest test; null before the first. */
  test: testSchema.nullable(),
  /** What Gmail asked lately, the newest first. */
  confirmations: z.array(confirmationSchema),
  /** Who runs this installation; null where they do not say. */
  operatorEmail: z.string().nullable(),
});
export type Forwarding = z.infer<typeof forwardingSchema>;

const manage = (path: `/${string}`, twice: string) =>
  endpoint("client:manage", "POST", path, { refusal: "Only administrators can set up forwarding", twice });

/** How mail of the store's own mailboxes comes here (docs/product.md#forwarding). */
export const forwarding = {
  read: endpoint("admin:read", "GET", "/forwarding").output(forwardingSchema),
  /** Sends a mail to an address, to see whether it comes back. */
  test: manage("/forwarding/test", "the newest test counts")
    .errors(among("support_address_ours", "too_many_forwarding_tests", "sending_quota_reached"))
    .input(z.object({ address }))
    .output(forwardingSchema),
  /** Confirms an address by the link in the mail to it. */
  confirmAddress: manage("/forwarding/address/confirm", "sets")
    .errors(among("link_not_valid", "link_used", "link_expired", "support_check_void", "support_address_taken"))
    .input(z.object({ token: z.string().max(200) }))
    .output(forwardingSchema),
  /** Gives up an address of the store's own, or the check of one. */
  removeAddress: manage("/forwarding/address/remove", "sets")
    .errors(among("support_address_not_found"))
    .input(z.object({ address }))
    .output(forwardingSchema),
  /** Asks by a mail to an address whether it is the store's own; the answer is the same whoever has it already. */
  addAddress: manage("/forwarding/address", "an address is added once")
    .errors(among("support_address_ours", "too_many_address_checks", "sending_quota_reached"))
    .input(z.object({ address }))
    .output(forwardingSchema),
};
