import type { Domain } from "../../platform/domain.ts";

export const shopify: Domain = {};
