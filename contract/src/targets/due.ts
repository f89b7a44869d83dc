import * as z from "zod";
import { id, timestamp } from "../page.ts";
import { clockNames } from "./clock.ts";

/** What a ticket's card says of the clock that ends next. */
export const dueSchema = z.object({
  clock: z.enum(clockNames),
  /** When its time is used up, or was; null while it is paused with time left, and where no working hours come. */
  dueAt: timestamp.nullable(),
  /** When three quarters of its time are used up, or were; null as above. */
  riskAt: timestamp.nullable(),
  /** The working time left while it is paused, in milliseconds; null while it runs. */
  leftMs: z.number().nullable(),
  policyId: id,
});
export type Due = z.infer<typeof dueSchema>;
