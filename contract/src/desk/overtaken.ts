import * as z from "zod";
import { timestamp } from "../page.ts";

/** Why a mail that failed is not sent again without a question (docs/product.md#messages-that-leave). */
export const overtakenSchema = z.object({
  writtenAt: timestamp,
  /** It was written more than a day ago. */
  isOld: z.boolean(),
  /** The customer has written since. */
  hasNewMail: z.boolean(),
  /** Who has answered since, other than its author; null for nobody. */
  answeredBy: z.string().nullable(),
});
export type Overtaken = z.infer<typeof overtakenSchema>;
