import * as z from "zod";
import { endpoint } from "../endpoint.ts";
import { among } from "../errors.ts";
import { id, timestamp } from "../page.ts";
import { code, ownPassword } from "../sign-in/two-factor.ts";

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

const storeExportSchema = z.object({
  id,
  state: z.enum(["waiting", "writing", "ready", "failed"]),
  /** How much is done, of a hundred. */
  progress: z.number().int(),
  /** Bytes of the file; 0 until it is ready. */
  size: z.number().int(),
  askedAt: timestamp,
  /** Who asked for it; null for somebody who is gone. */
  askedBy: z.string().nullable(),
  /** When it was ready, or failed. */
  endedAt: timestamp.nullable(),
  /** Until when it is kept. */
  keptUntil: timestamp.nullable(),
  /** Why there is none, in a sentence. */
  fault: z.string().nullable(),
});
export type StoreExport = z.infer<typeof storeExportSchema>;

const exportRefusal = "Only administrators can export the store";

const firstStepsRefusal = "Only administrators can see the first steps";

export const setup = {
  /** Whether everything works that the store needs (docs/product.md#system-status). */
  status: endpoint("admin:read", "GET", "/setup/status").output(statusSchema),
  /** When the last backup of the installation was made; null where none was. */
  backup: endpoint("client:manage", "GET", "/setup/backup", {
    refusal: "Only administrators can see when the last backup was made",
  }).output(z.object({ lastBackupAt: timestamp.nullable() })),
  /** The export of the store that was asked for last (docs/product.md#exports-of-the-store); null where none is there. */
  lastExport: endpoint("client:manage", "GET", "/setup/export", { refusal: exportRefusal }).output(
    z.object({ last: storeExportSchema.nullable() }),
  ),
  /** Removes it before its time, or gives it up. */
  removeExport: endpoint("client:manage", "DELETE", "/setup/export/{id}", { refusal: exportRefusal })
    .errors(among("store_export_not_found"))
    .input(z.object({ id }))
    .output(z.object({ id })),
  /** Asks for all of the store as one file, by one's own password, or a code of who has none. */
  askExport: endpoint("client:manage", "POST", "/setup/export", { refusal: exportRefusal, isHeavy: true })
    .errors(among("store_export_under_way", "too_many_attempts", "too_many_codes"))
    .input(z.object({ password: ownPassword, code: code.optional() }))
    .output(storeExportSchema),
  /** What of a new store is set up, and what is missing (docs/product.md#first-steps). */
  firstSteps: endpoint("client:manage", "GET", "/setup/first-steps", { refusal: firstStepsRefusal }).output(
    firstStepsSchema,
  ),
  /** Shows them to who asks no more. */
  dismissFirstSteps: endpoint("client:manage", "POST", "/setup/first-steps/dismiss", {
    refusal: firstStepsRefusal,
  }).output(firstStepsSchema),
};
