import * as z from "zod";
import { timestamp } from "../page.ts";

/** Until when a ticket is put off: a time, or until its customer answers (docs/product.md#snoozing). */
export const snoozeUntilSchema = z.union([timestamp, z.literal("answer")]);
export type SnoozeUntil = z.infer<typeof snoozeUntilSchema>;
