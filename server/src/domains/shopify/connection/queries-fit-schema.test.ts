import { parse, validate } from "graphql";
import { expect, test } from "vitest";
import { loadSchema, versions } from "../../../../../stand-ins/shopify/graphql/load-schema.ts";
import { revokeScopesQuery } from "./allow-actions.ts";
import { countsQuery, shopQuery } from "./describe-shop.ts";
import { uninstallQuery } from "./disconnect-store.ts";

test.each(versions)("fits Shopify's own schema of %s with every query", (version) => {
  for (const { text } of [shopQuery, countsQuery, uninstallQuery, revokeScopesQuery])
    expect(validate(loadSchema(version), parse(text))).toEqual([]);
});
