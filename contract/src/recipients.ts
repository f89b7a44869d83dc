import * as z from "zod";
import { spelledAddress, spellingText, typedSpelling } from "./addresses/typed-address.ts";
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

/** A person in a mail's header. Addresses are compared in lower case, and mails go to the one as it is `written`, if that differs. */
export const mailboxSchema = z.object({
  email: z.string(),
  name: z.string().nullable(),
  written: z.string().optional(),
});
export type Mailbox = z.infer<typeof mailboxSchema>;

/** A person whom a message names in To, Cc or Bcc, or after the first in From or Reply-To. */
const recipientSchema = mailboxSchema.extend({
  kind: z.enum(namedKinds),
  /** Whether it is one of the store's own addresses, which is never answered. */
  isOurs: z.boolean(),
  /** The delivery state of the mail to them; null for an incoming mail. */
  deliveryState: z.enum(deliveryStates).nullable(),
  deliveryError: z.string().nullable(),
  /** Until when the store's limit holds it back; null if none does. */
  heldUntil: timestamp.nullable(),
});
export type Recipient = z.infer<typeof recipientSchema>;

/** Who got a message, and whom to answer. */
export const addressedSchema = z.object({
  recipients: z.array(recipientSchema),
  /** The person to answer: the writer, or the Reply-To. Null for the store's own messages, and if nobody is known. */
  answersTo: mailboxSchema.nullable(),
  /** `side`: the ticket's customer neither wrote nor got it. */
  audience: z.enum(messageAudiences),
  /** Whether a stranger may have written it in a customer's name: the people it names may then be the stranger's. */
  isDoubted: z.boolean(),
  /** What passed it on to recipients who did not choose to talk with its writer; null if the writer addressed them. */
  passedOn: z.enum(passedOnBy).nullable(),
});
export type Addressed = z.infer<typeof addressedSchema>;

const typedName = typedText()
  .overwrite((name) => noBlank(oneLine(name)))
  .max(limits.customerNameLength)
  .transform((name) => name || null);
/** A person whom a user chose or typed. */
export const chosenMailbox = z
  .object({
    email: typedSpelling("Please enter a valid email address"),
    name: typedName.nullable().default(null),
    written: spellingText().optional(),
  })
  .transform(({ email, name, written }): Mailbox => Object.assign(spelledAddress(email, written), { name }));
const chosen = z.array(chosenMailbox).default([]);
const nobody: Mailbox[] = [];

/** The recipients of a mail, at least one of them in To; each person counts once, at the first place. */
export const recipientsSchema = z
  .object({ to: chosen, cc: chosen, bcc: chosen })
  .transform(({ to, cc, bcc }): Recipients => withoutRepetition({ to, cc, bcc }))
  .refine(({ to }) => to.length > 0, { error: "Choose who gets it", path: ["to"] })
  .superRefine(refuseTooMany);

const copies = chosen.superRefine((people, context) => refuseTooMany({ to: nobody, cc: people, bcc: nobody }, context));
/** The recipients of copies of a mail to another person. */
export const copiesSchema = z.object({ cc: copies, bcc: copies });

/** The recipients of a mail. */
export type Recipients = { to: Mailbox[]; cc: Mailbox[]; bcc: Mailbox[] };

/** What a store knows about a recipient. */
export const recipientNewsSchema = z.object({
  email: z.string(),
  /** Whether nobody in the conversation added them; without one, whether the store neither knows nor ever wrote to the address. */
  isNew: z.boolean(),
  /** Whether a colleague at another address has the same name. */
  isNamesake: z.boolean(),
  /** Whether the last mail to them failed: on the ticket, or before there is one, of all. */
  hasFailed: z.boolean(),
});
export type RecipientNews = z.infer<typeof recipientNewsSchema>;

/** Whether an answer goes to the writer, or to everybody on a message. */
export type AnswerMode = (typeof answerModes)[number];

function refuseTooMany(recipients: Recipients, context: z.RefinementCtx): void {
  const tooMany = tooManyRecipients(recipients);
  if (tooMany !== null) context.addIssue({ code: "custom", message: tooMany.fault, path: [tooMany.kind] });
}
