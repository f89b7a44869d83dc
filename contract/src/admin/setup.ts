import * as z from "zod";
import { endpoint } from "../endpoint.ts";
import { among } from "../errors.ts";
import { id, timestamp } from "../page.ts";
import { code, ownPassword } from "../sign-in/two-factor.ts";

export const systemPartIds = ["database", "mail-in", "mail-out", "store"] as const;
export type SystemPartId = (typeof systemPartIds)[number];

const partSchema = z.object({
  id: z.enum(systemPartIds),
  /** "off": nobody has set it up yet, which is no fault; "silent": it works, but nothing has come for unusually long. */
  state: z.enum(["working", "silent", "trouble", "off"]),
  /** What is wrong, one sentence each; none while it works. */
  faults: z.array(z.string()),
  /** A sentence that is worth knowing although nothing is wrong. */
  note: z.string().nullable(),
  /** A sentence about what waits but is not late yet; null if nothing has waited for more than a moment. */
  behind: z.string().nullable(),
  /** When it last did its work; null if never. */
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
  /** In the recommended order. */
  steps: z.array(z.object({ id: z.enum(stepIds), isDone: z.boolean() })),
  /** Whether the person who asks has dismissed them. */
  isDismissed: z.boolean(),
});
export type FirstSteps = z.infer<typeof firstStepsSchema>;

const storeExportSchema = z.object({
  id,
  state: z.enum(["waiting", "writing", "ready", "failed"]),
  /** The progress in percent. */
  progress: z.number().int(),
  /** The file's size in bytes; 0 until it is ready. */
  size: z.number().int(),
  askedAt: timestamp,
  /** Null if that person is deleted. */
  askedBy: z.string().nullable(),
  /** When it was ready or failed. */
  endedAt: timestamp.nullable(),
  /** When it will be deleted. */
  keptUntil: timestamp.nullable(),
  /** A sentence about why it failed. */
  fault: z.string().nullable(),
});
export type StoreExport = z.infer<typeof storeExportSchema>;

const exportRefusal = "Only administrators can export the store";

const firstStepsRefusal = "Only administrators can see the first steps";

export const setup = {
  /** Returns whether everything that the store needs works (docs/product.md#system-status). */
  status: endpoint("admin:read", "GET", "/setup/status").output(statusSchema),
  /** Returns when the installation was last backed up; null if never. */
  backup: endpoint("client:manage", "GET", "/setup/backup", {
    refusal: "Only administrators can see when the last backup was made",
  }).output(z.object({ lastBackupAt: timestamp.nullable() })),
  /** Returns the store's last requested export (docs/product.md#exports-of-the-store); null if there is none. */
  lastExport: endpoint("client:manage", "GET", "/setup/export", { refusal: exportRefusal }).output(
    z.object({ last: storeExportSchema.nullable() }),
  ),
  /** Deletes an export early, or cancels it. */
  removeExport: endpoint("client:manage", "DELETE", "/setup/export/{id}", { refusal: exportRefusal })
    .errors(among("store_export_not_found"))
    .input(z.object({ id }))
    .output(z.object({ id })),
  /** Starts an export of the whole store as one file; needs the user's own password, or a code from users without one. */
  askExport: endpoint("client:manage", "POST", "/setup/export", { refusal: exportRefusal, isHeavy: true })
    .errors(among("store_export_under_way", "too_many_attempts", "too_many_codes"))
    .input(z.object({ password: ownPassword, code: code.optional() }))
    .output(storeExportSchema),
  /** Returns which parts of a new store are set up and which are missing (docs/product.md#first-steps). */
  firstSteps: endpoint("client:manage", "GET", "/setup/first-steps", { refusal: firstStepsRefusal }).output(
    firstStepsSchema,
  ),
  /** Hides them from the person who asks. */
  dismissFirstSteps: endpoint("client:manage", "POST", "/setup/first-steps/dismiss", {
    refusal: firstStepsRefusal,
  }).output(firstStepsSchema),
};
