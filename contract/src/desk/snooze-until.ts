import * as z from "zod";
import { timestamp } from "../page.ts";

/** How long a ticket is snoozed: until a time, or until its customer answers (docs/product.md#snoozing). */
export const snoozeUntilSchema = z.union([timestamp, z.literal("answer")]);
export type SnoozeUntil = z.infer<typeof snoozeUntilSchema>;
