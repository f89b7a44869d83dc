import type { Domain } from "../../platform/domain.ts";

/** Reads only, so far: what a ticket's text says of a store. */
export const tracking: Domain = {};
