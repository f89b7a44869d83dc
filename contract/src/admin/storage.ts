import * as z from "zod";
import { endpoint } from "../endpoint.ts";
import { limits } from "../limits.ts";
import { timestamp } from "../page.ts";

const daysFault = `Raw mail is kept for 1 to ${limits.rawMailDaysMost.toLocaleString("en-US")} days, or for good`;
const rawMailDays = z.int(daysFault).min(1, daysFault).max(limits.rawMailDaysMost, daysFault).nullable();

const storageSchema = z.object({
  /** How many days a ticket's raw mail is kept after the ticket was closed; null keeps it forever. */
  rawMailDays,
  /** Used bytes: raw mail, files on tickets, files of resources. */
  mailBytes: z.number().int(),
  attachmentBytes: z.number().int(),
  resourceBytes: z.number().int(),
  /** The size of the export that is kept. */
  exportBytes: z.number().int(),
  countedAt: timestamp,
});
export type Storage = z.infer<typeof storageSchema>;

const refusal = "Only administrators can see and change what is kept";

export const storage = {
  /** Returns what the store keeps and how much room that takes; counted at most every ten minutes. */
  read: endpoint("email-settings:manage", "GET", "/storage", { refusal }).output(storageSchema),
  /** Sets how long raw mail is kept: older mail is removed within a day. */
  keepRawMail: endpoint("email-settings:manage", "PUT", "/storage/raw-mail", { refusal })
    .input(z.object({ rawMailDays }))
    .output(storageSchema),
};
