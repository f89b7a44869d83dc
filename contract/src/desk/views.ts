import * as z from "zod";
import { endpoint } from "../endpoint.ts";
import { among } from "../errors.ts";
import { limits } from "../limits.ts";
import { hasVisible, id, oneLine, timestamp, tooLong, typedText } from "../page.ts";
import { ticketListInput } from "../tickets.ts";

/** What a view shows: the ticket list's filter and order, in which "me" is the person who looks. */
export type ViewFilter = z.output<typeof ticketListInput>;

const savedViewSchema = z.object({
  id,
  name: z.string(),
  filter: ticketListInput,
  /** Whether the whole store has it, or only its maker. */
  isShared: z.boolean(),
  isMine: z.boolean(),
  /** Whether the person who asks may change it: its maker, or an admin if it is shared. */
  canEdit: z.boolean(),
  /** The maker's name; null if that person was deleted. */
  madeBy: z.string().nullable(),
  updatedAt: timestamp,
});
export type SavedView = z.infer<typeof savedViewSchema>;

const name = typedText("Name is required")
  .overwrite(oneLine)
  .overwrite((text) => (hasVisible(text) ? text : ""))
  .min(1, "Name is required")
  .max(limits.viewNameLength, tooLong("Name", limits.viewNameLength));

/** Named filters of the ticket list (docs/product.md#saved-views). */
export const views = {
  /** Lists one's own and shared views, in order. */
  list: endpoint("tickets:read", "GET", "/views").output(z.object({ items: z.array(savedViewSchema) })),
  /** Counts the tickets of each view; exactly if counters know them, else up to a cap. */
  counts: endpoint("tickets:read", "GET", "/views/counts").output(
    z.object({ items: z.array(z.object({ id, count: z.number().int(), isCapped: z.boolean() })) }),
  ),
  create: endpoint("views:write", "POST", "/views")
    .errors(among("too_many_views", "too_many_shared_views", "view_name_taken"))
    // A second request with the same key returns what the first one made.
    .input(z.object({ name, filter: ticketListInput, isShared: z.boolean().default(false), idempotencyKey: id }))
    .output(savedViewSchema),
  /** Changes a view; an absent field stays as it is. */
  update: endpoint("views:write", "PATCH", "/views/{id}")
    .errors(
      among(
        ...(["view_not_found", "view_not_yours", "view_changed_meanwhile"] as const),
        ...(["view_name_taken", "too_many_shared_views"] as const),
      ),
    )
    .input(
      z.object({
        id,
        name: name.optional(),
        filter: ticketListInput.optional(),
        isShared: z.boolean().optional(),
        /** The version that was edited, so that a colleague's later change is not overwritten. */
        expectedUpdatedAt: timestamp,
      }),
    )
    .output(savedViewSchema),
  remove: endpoint("views:write", "DELETE", "/views/{id}")
    .errors(among("view_not_found", "view_not_yours"))
    .input(z.object({ id }))
    .output(z.object({ id })),
  /** Puts views in this order, as far as the person who asks may change them. */
  arrange: endpoint("views:write", "POST", "/views/order", { twice: "sets" })
    .input(z.object({ ids: z.array(id).max(limits.viewsOfPerson + limits.viewsShared) }))
    .output(z.object({ items: z.array(savedViewSchema) })),
};
