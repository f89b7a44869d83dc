import type { OrderActionResult } from "@deskhand/contract/actions/action-parts";
import type { Done } from "./action-kind.ts";

/** A result without anything. */
export const noResult: OrderActionResult = { refunded: null, draft: null, at: null };

/** Nothing of it was done, and it no longer can be. */
export const changedMeanwhile: Done = { end: "refused", answer: "The order changed meanwhile. Nothing was done" };
