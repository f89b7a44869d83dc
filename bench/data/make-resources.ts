import { resourceCategories, resourceTypes } from "@deskhand/contract/vocabulary";
import { newId } from "../../server/src/platform/db/ids.ts";
import type { MadeTenant } from "./make-tenant.ts";
import type { Random } from "./random.ts";
import { rareWord, writeText } from "./write-text.ts";

/** The number that a store gathers in some years. */
const resourcesPerTenant = 400;
const tags = ["returns", "shipping", "care", "onboarding", "invoice", "legal", "sizes", "warranty", "b2b", "photo"];
const levels = [
  ["all-agents", 85],
  ["supervisors-only", 10],
  ["admin-only", 5],
] as const;
const twoYears = 2 * 365 * 24 * 3600 * 1000;

export const resourceColumns = {
  client_id: "uuid",
  id: "uuid",
  title: "text",
  description: "text",
  content: "text",
  file_type: "text",
  category: "text",
  tags: "text[]",
  access_level: "text",
  is_public: "boolean",
  uploaded_by: "uuid",
  opened_count: "int",
  attached_count: "int",
  created_at: "timestamptz",
  updated_at: "timestamptz",
};

type Row = (string | number | boolean | null)[];

/** Makes a tenant's resources, each with its own rare word in the text. */
export function* makeResources(random: Random, tenant: MadeTenant, count = resourcesPerTenant): Generator<Row> {
  for (let number = 1; number <= count; number++) {
    const createdAt = Date.now() - random.below(twoYears);
    const level = random.weighted(levels);
    yield [
      ...[tenant.id, newId(createdAt)],
      writeText(random, 3 + random.below(5)).replace(/[.\n]+/g, ""),
      writeText(random, 8 + random.below(20)),
      `${writeText(random, 100 + random.below(500))} ${rareWord(number)}.`,
      ...[random.pick(resourceTypes), random.pick(resourceCategories)],
      tags.filter(() => random.next() < 0.25).join(","),
      ...[level, level === "all-agents" && random.next() < 0.7, random.pick(tenant.staff)],
      ...[random.below(300), random.below(100), new Date(createdAt).toISOString()],
      new Date(createdAt + random.below(Date.now() - createdAt)).toISOString(),
    ];
  }
}
