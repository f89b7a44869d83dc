import * as z from "zod";
import { findingKinds } from "./finding.ts";

/** What became of a finding: the right value was put in by its button, the writer changed the text, or neither. */
const findingOutcomes = ["taken", "rewritten", "dismissed", "sent_anyway"] as const;

export const findingLimits = { perReply: 50, valueLength: 500 };

/** A finding as the screen or a refusal tells it. */
export const toldFindingSchema = z.object({
  kind: z.enum(findingKinds),
  written: z.string().max(findingLimits.valueLength),
  right: z.string().max(findingLimits.valueLength).nullable(),
});

/** A finding that the writer of a reply was shown. */
export const shownFindingSchema = toldFindingSchema.extend({ outcome: z.enum(findingOutcomes) });
export type ShownFinding = z.infer<typeof shownFindingSchema>;
