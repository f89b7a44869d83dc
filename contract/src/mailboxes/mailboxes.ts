import * as z from "zod";
import { typedAddress } from "../addresses/typed-address.ts";
import { endpoint } from "../endpoint.ts";
import { among } from "../errors.ts";
import { id, oneLine, pageInput, timestamp, tooLong, trimmedText } from "../page.ts";
import { mailboxLimits } from "./mailbox-limits.ts";

/** How the connection is encrypted: from the first byte, or by a command after it began. */
const mailboxSecurities = ["tls", "starttls"] as const;

/** What can be wrong with a mailbox; "full" is ours: the store may take no more mail for now. */
const mailboxFaults = [
  ...(["host", "unreachable", "encryption", "certificate", "password", "folder", "protocol", "full"] as const),
] as const;
export type MailboxFault = (typeof mailboxFaults)[number];

/** What became of a mail of a mailbox that was not taken. */
const leftOutReasons = ["copy", "own", "too_large", "failing", "unreadable"] as const;
export type LeftOutReason = (typeof leftOutReasons)[number];

const mailboxSchema = z.object({
  id,
  /** Its address. */
  name: z.string(),
  host: z.string(),
  port: z.number().int(),
  security: z.enum(mailboxSecurities),
  user: z.string(),
  folder: z.string(),
  takenFrom: z.iso.date(),
  /** Null for somebody who was deleted. */
  madeBy: z.string().nullable(),
  createdAt: timestamp,
  /** When all its new mail had been taken last; null before the first time. */
  lookedAt: timestamp.nullable(),
  /** What is wrong with it in a sentence, since when, and when it is tried next; null if nothing is. */
  trouble: z
    .object({ fault: z.enum(mailboxFaults), words: z.string(), since: timestamp, nextTryAt: timestamp })
    .nullable(),
  /** How many mails of its folder are in the mailbox, and known here, at the last count; null before the first. */
  count: z.object({ at: timestamp, there: z.number().int(), here: z.number().int() }).nullable(),
  isCounting: z.boolean(),
  /** How many of its mails were taken, left out, and could not be read. */
  taken: z.number().int(),
  leftOut: z.number().int(),
  unreadable: z.number().int(),
});
export type Mailbox = z.infer<typeof mailboxSchema>;

const leftOutSchema = z.object({
  id: z.string(),
  /** Its number in the mailbox. */
  uid: z.number().int(),
  reason: z.enum(leftOutReasons),
  /** In bytes, as the mailbox says; null if it does not. */
  size: z.number().int().nullable(),
  at: timestamp,
});
export type LeftOutMail = z.infer<typeof leftOutSchema>;

const host = trimmedText("Server", mailboxLimits.mailboxHostLength, "Server is required")
  .toLowerCase()
  .refine(
    (text) => text === "" || /^(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+[a-z\d-]{2,}$|^[\d.]+$|^[\da-f:]+$/.test(text),
    {
      error: "Enter the name of a server, such as imap.example.com",
    },
  );

/** The ports of IMAP, and those that nothing of the system listens to. */
const port = z.coerce
  .number("Enter a port")
  .int("Enter a port")
  .refine((number) => number === 143 || number === 993 || (number >= 1024 && number <= 65_535), {
    error: "Enter 993, 143 or a port from 1024 to 65535",
  });

const { mailboxPasswordLength } = mailboxLimits;
const place = z.object({
  address: typedAddress("Email address is required"),
  host,
  port,
  security: z.enum(mailboxSecurities),
  user: trimmedText("User name", mailboxLimits.mailboxUserLength, "User name is required").overwrite(oneLine),
  /** The spaces around a password may be part of it. */
  password: z
    .string()
    .max(mailboxPasswordLength, tooLong("Password", mailboxPasswordLength))
    .refine(
      (text) => !/[\0\r\n]/.test(text) && text.isWellFormed(),
      "The password has characters that IMAP cannot send",
    ),
  folder: trimmedText("Folder", mailboxLimits.mailboxFolderLength, "Folder is required").overwrite(oneLine),
  takenFrom: z.iso.date("Please enter a valid date"),
});
export type MailboxPlace = z.infer<typeof place>;

/** Mailboxes that mail is taken from by IMAP (docs/product.md#mailboxes). */
export const mailboxes = {
  /** Lists the store's mailboxes by address. */
  list: endpoint("mailboxes:manage", "GET", "/mailboxes").output(z.object({ items: z.array(mailboxSchema) })),
  /** Connects a mailbox after trying it: what is wrong is said of the field that it is about. */
  create: endpoint("mailboxes:manage", "POST", "/mailboxes", { isHeavy: true })
    .errors(among("too_many_mailboxes", "mailbox_taken"))
    // A second request with the same key returns what the first one made.
    .input(place.extend({ idempotencyKey: id }))
    .output(mailboxSchema),
  /** Changes a mailbox likewise; an empty password stays the one that is kept, unless it would go to another server. */
  update: endpoint("mailboxes:manage", "PUT", "/mailboxes/{id}", { isHeavy: true })
    .errors(among("mailbox_not_found", "mailbox_taken"))
    .input(place.extend({ id }))
    .output(mailboxSchema),
  /** Has its mail taken and both sides counted soon. */
  check: endpoint("mailboxes:manage", "POST", "/mailboxes/{id}/check", { twice: "it is due once" })
    .errors(among("mailbox_not_found"))
    .input(z.object({ id }))
    .output(mailboxSchema),
  /** Lists its mails that were not taken, the newest first. */
  leftOut: endpoint("mailboxes:manage", "GET", "/mailboxes/{id}/left-out")
    .errors(among("mailbox_not_found"))
    .input(pageInput.extend({ id }))
    .output(z.object({ items: z.array(leftOutSchema), nextCursor: z.string().nullable() })),
  /** Disconnects it: what was taken stays. */
  remove: endpoint("mailboxes:manage", "DELETE", "/mailboxes/{id}")
    .errors(among("mailbox_not_found"))
    .input(z.object({ id }))
    .output(z.object({ id })),
};
