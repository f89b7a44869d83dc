import * as z from "zod";

/** What a reply's mail is made of besides its message, kept as it was when the agent sent it. */
export const replyDetailsSchema = z.object({
  subject: z.string(),
  ticketLabel: z.string(),
  customerName: z.string().nullable(),
  inReplyTo: z.string().nullable(),
  references: z.array(z.string()),
  /** The customer's message that is quoted below the reply. */
  answeredMessageId: z.string().nullable(),
});
export type ReplyDetails = z.infer<typeof replyDetailsSchema>;

/** What a mail about somebody's account is made of. */
export const accountDetailsSchema = z.object({
  url: z.string(),
  storeName: z.string(),
  /** Where what the mail tells was done, as "Chrome on Windows". */
  device: z.string().optional(),
});
export type AccountDetails = z.infer<typeof accountDetailsSchema>;

/** What a mail about somebody's account tells. */
export type AccountMailKind = "confirmation" | "existing_account" | "password_changed";
