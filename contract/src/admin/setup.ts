import * as z from "zod";
import { endpoint } from "../endpoint.ts";
import { timestamp } from "../page.ts";

const partIds = ["database", "mail-in", "mail-out", "store"] as const;
export type SystemPartId = (typeof partIds)[number];

const partSchema = z.object({
  id: z.enum(partIds),
  /** "off" is what nobody has set up yet, which is no trouble; "silent" works, and nothing has come for unusually long. */
  state: z.enum(["working", "silent", "trouble", "off"]),
  /** What is wrong, each in a sentence; none while it works. */
  faults: z.array(z.string()),
  /** What is good to know though nothing is wrong, in a sentence. */
  note: z.string().nullable(),
  /** What waits and is not late yet, in a sentence; null when nothing has waited for more than a moment. */
  behind: z.string().nullable(),
  /** When it last did what it is there for; null when it never has. */
  lastSuccessAt: timestamp.nullable(),
});
export type SystemPart = z.infer<typeof partSchema>;

const statusSchema = z.object({
  parts: z.array(partSchema),
  checkedAt: timestamp,
});
export type SystemStatus = z.infer<typeof statusSchema>;

export const stepIds = ["person", "name", "branding", "forwarding", "store", "colleague", "reply"] as const;
export type FirstStepId = (typeof stepIds)[number];

const firstStepsSchema = z.object({
  /** In the order they are best taken. */
  steps: z.array(z.object({ id: z.enum(stepIds), isDone: z.boolean() })),
  /** Whether who asks no longer wants to see them. */
  isDismissed: z.boolean(),
});
export type FirstSteps = z.infer<typeof firstStepsSchema>;

const firstStepsRefusal = "Only administrators can see the first steps";

export const setup = {
  /** Whether everything works that the store needs (docs/product.md#system-status). */
  status: endpoint("admin:read", "GET", "/setup/status").output(statusSchema),
  /** When the last backup of the installation was made; null where none was. */
  backup: endpoint("client:manage", "GET", "/setup/backup", {
    refusal: "Only administrators can see when the last backup was made",
  }).output(z.object({ lastBackupAt: timestamp.nullable() })),
  /** What of a new store is set up, and what is missing (docs/product.md#first-steps). */
  firstSteps: endpoint("client:manage", "GET", "/setup/first-steps", { refusal: firstStepsRefusal }).output(
    firstStepsSchema,
  ),
  /** Shows them to who asks no more. */
  dismissFirstSteps: endpoint("client:manage", "POST", "/setup/first-steps/dismiss", {
    refusal: firstStepsRefusal,
  }).output(firstStepsSchema),
};
