import * as z from "zod";
import { typedAddress } from "./addresses/typed-address.ts";
import {
  answerModes,
  broughtIn,
  everybodyIn,
  recipientsOfAnswer,
  tooManyRecipients,
  usualMode,
  withoutRepetition,
} from "./desk/whom.ts";
import { limits } from "./limits.ts";
import { noBlank, oneLine, timestamp, typedText } from "./page.ts";
import { deliveryStates, messageAudiences, namedKinds, passedOnBy } from "./vocabulary.ts";

export { answerModes, broughtIn, everybodyIn, recipientsOfAnswer, usualMode, withoutRepetition };

/** Somebody as a mail names them, the address in lower case. */
export const mailboxSchema = z.object({ email: z.string(), name: z.string().nullable() });
export type Mailbox = z.infer<typeof mailboxSchema>;

/** Somebody whom a message names in To, Cc or Bcc, or beside the first in From or Reply-To. */
const recipientSchema = mailboxSchema.extend({
  kind: z.enum(namedKinds),
  /** One of the store's own addresses, which is never answered. */
  isOurs: z.boolean(),
  /** How far the mail is on its way to them; null of a mail that came in. */
  deliveryState: z.enum(deliveryStates).nullable(),
  deliveryError: z.string().nullable(),
  /** Until when the store's limit holds it back; null where none does. */
  heldUntil: timestamp.nullable(),
});
export type Recipient = z.infer<typeof recipientSchema>;

/** What a message says of who had it, and whom an answer to it goes to. */
export const addressedSchema = z.object({
  recipients: z.array(recipientSchema),
  /** Whom a mail asks to be answered: who wrote it, or its Reply-To. Null for the store's own messages, and where nobody is known. */
  answersTo: mailboxSchema.nullable(),
  /** `side`: its ticket's customer neither wrote nor got it. */
  audience: z.enum(messageAudiences),
  /** Whether a mail may be a stranger's in a customer's name: whom it names may be the stranger's people. */
  isDoubted: z.boolean(),
  /** What passed it on, whose recipients did not choose to talk with its writer; null where its writer addressed them. */
  passedOn: z.enum(passedOnBy).nullable(),
});
export type Addressed = z.infer<typeof addressedSchema>;

const typedName = typedText()
  .overwrite((name) => noBlank(oneLine(name)))
  .max(limits.customerNameLength)
  .transform((name) => name || null);
/** Somebody as a person chose or typed them. */
export const chosenMailbox = z.object({
  email: typedAddress("Please enter a valid email address"),
  name: typedName.nullable().default(null),
});
const chosen = z.array(chosenMailbox).default([]);
const nobody: Mailbox[] = [];

/** Whom a mail is to go to, at least one of them in To; nobody stands in it twice, and the first place counts. */
export const recipientsSchema = z
  .object({ to: chosen, cc: chosen, bcc: chosen })
  .transform(({ to, cc, bcc }): Recipients => withoutRepetition({ to, cc, bcc }))
  .refine(({ to }) => to.length > 0, { error: "Choose who gets it", path: ["to"] })
  .superRefine(refuseTooMany);

const copies = chosen.superRefine((people, context) => refuseTooMany({ to: nobody, cc: people, bcc: nobody }, context));
/** Those who get a copy of a mail that goes to somebody else. */
export const copiesSchema = z.object({ cc: copies, bcc: copies });

/** Those that a mail goes to. */
export type Recipients = { to: Mailbox[]; cc: Mailbox[]; bcc: Mailbox[] };

/** What a store knows of somebody whom a mail is to go to. */
export const recipientNewsSchema = z.object({
  email: z.string(),
  /** Nobody of the conversation brought them in; before there is one, the store has neither a customer nor a colleague of that address, and wrote nobody there. */
  isNew: z.boolean(),
  /** A colleague is called the same, at another address. */
  isNamesake: z.boolean(),
  /** The last mail to them could not be delivered: of the ticket, or before there is one, of all. */
  hasFailed: z.boolean(),
});
export type RecipientNews = z.infer<typeof recipientNewsSchema>;

/** To answer who wrote, or everybody who is on a message. */
export type AnswerMode = (typeof answerModes)[number];

function refuseTooMany(recipients: Recipients, context: z.RefinementCtx): void {
  const tooMany = tooManyRecipients(recipients);
  if (tooMany !== null) context.addIssue({ code: "custom", message: tooMany.fault, path: [tooMany.kind] });
}
