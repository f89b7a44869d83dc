import { parse, validate } from "graphql";
import { expect, test } from "vitest";
import { loadSchema, versions } from "../../../../stand-ins/shopify/graphql/load-schema.ts";
import { updateOrderQuery } from "./kinds/address.ts";
import { cancellationQuery, cancelQuery, jobQuery } from "./kinds/cancel.ts";
import { createDraftQuery, newestDraftsQuery, sendInvoiceQuery, tagDraftQuery } from "./kinds/draft.ts";
import { addVariantQuery, beginEditQuery, commitEditQuery, setQuantityQuery } from "./kinds/edit.ts";
import { refundQuery, refundsQuery } from "./kinds/refund.ts";
import { trackingQuery } from "./kinds/shipping-notice.ts";
import { locationsQuery, moreLinesQuery, orderLookQuery, suggestionQuery, variantsQuery } from "./store/order-query.ts";

const queries = [
  ...[orderLookQuery, moreLinesQuery, suggestionQuery, locationsQuery, variantsQuery, refundQuery, refundsQuery],
  ...[cancelQuery, jobQuery, cancellationQuery, updateOrderQuery, trackingQuery],
  ...[beginEditQuery, setQuantityQuery, addVariantQuery, commitEditQuery],
  ...[createDraftQuery, tagDraftQuery, newestDraftsQuery, sendInvoiceQuery],
];

// Idempotency keys came with 2026-01, the oldest version that SHOPIFY_API_VERSION may name.
test.each(versions.filter((version) => version >= "2026-01"))(
  "every query of actions fits Shopify's schema of %s",
  (version) => {
    for (const { text } of queries) expect(validate(loadSchema(version), parse(text))).toEqual([]);
  },
);
