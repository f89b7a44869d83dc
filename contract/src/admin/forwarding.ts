import * as z from "zod";
import { typedAddress } from "../addresses/typed-address.ts";
import { endpoint } from "../endpoint.ts";
import { among } from "../errors.ts";
import { timestamp } from "../page.ts";

const required = "Email address is required";
const notValid = "Please enter a valid email address";
/** An address that a store may have: unquoted, and usable everywhere (RFC 5321, section 4.5.3.1.1; RFC 1123, section 2.1). */
const ownAddress = /^[!#-'*+./\d=?^-~-]{1,64}@(?:[a-z\d][a-z\d-]*\.)+[a-z\d-]{2,}$/;
const address = typedAddress(required).refine((text) => text === "" || ownAddress.test(text), notValid);

const stepIds = ["sent", "returned", "recognised", "ticket"] as const;

const stepSchema = z.object({
  id: z.enum(stepIds),
  state: z.enum(["waiting", "running", "done", "failed"]),
  /** In sentences: the result, or what is missing and what to do. */
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
  /** The steps of the mail's way, in order. */
  steps: z.array(stepSchema),
  /** What is worth knowing even if the mail came back, one sentence each. */
  notes: z.array(z.string()),
});
export type ForwardingTest = z.infer<typeof testSchema>;

const checkSchema = z.object({
  address: z.string(),
  askedAt: timestamp,
  state: z.enum(["waiting", "failed", "taken", "expired"]),
  /** In a sentence: what it waits for, or why it failed. */
  text: z.string(),
});
export type AddressCheck = z.infer<typeof checkSchema>;

const confirmationSchema = z.object({
  /** The mailbox that wants to forward; null if the mail does not name it. */
  account: z.string().nullable(),
  code: z.string().nullable(),
  /** A link to a page of Google's. */
  link: z.string(),
  receivedAt: timestamp,
  /** Whether Google is proven to have sent it; false if that could not be checked. */
  isVerified: z.boolean(),
});

const forwardingSchema = z.object({
  /** The address to forward mail to. */
  supportEmail: z.string(),
  /** An address that is known to be the store's own; null without one. */
  customSupportEmail: z.string().nullable(),
  /** The pending check of a new own address; null without one. */
  check: checkSchema.nullable(),
  /** The newest test; null before the first. */
  test: testSchema.nullable(),
  /** Gmail's recent requests for confirmation, newest first. */
  confirmations: z.array(confirmationSchema),
  /** The operator of this installation; null if they do not say. */
  operatorEmail: z.string().nullable(),
});
export type Forwarding = z.infer<typeof forwardingSchema>;

const manage = (path: `/${string}`, twice: string) =>
  endpoint("client:manage", "POST", path, { refusal: "Only administrators can set up forwarding", twice });

/** How mail reaches the desk from the store's own mailboxes (docs/product.md#forwarding). */
export const forwarding = {
  read: endpoint("admin:read", "GET", "/forwarding").output(forwardingSchema),
  /** Sends a mail to an address and waits for it to come back. */
  test: manage("/forwarding/test", "the newest test counts")
    .errors(among("support_address_ours", "too_many_forwarding_tests", "sending_quota_reached"))
    .input(z.object({ address }))
    .output(forwardingSchema),
  /** Confirms an address by the link in its mail. */
  confirmAddress: manage("/forwarding/address/confirm", "sets")
    .errors(among("link_not_valid", "link_used", "link_expired", "support_check_void", "support_address_taken"))
    .input(z.object({ token: z.string().max(200) }))
    .output(forwardingSchema),
  /** Removes an address of the store, or the check of one. */
  removeAddress: manage("/forwarding/address/remove", "sets")
    .errors(among("support_address_not_found"))
    .input(z.object({ address }))
    .output(forwardingSchema),
  /** Mails a question to an address, whether it belongs to the store; the response is the same if another store has it. */
  addAddress: manage("/forwarding/address", "an address is added once")
    .errors(among("support_address_ours", "too_many_address_checks", "sending_quota_reached"))
    .input(z.object({ address }))
    .output(forwardingSchema),
};
