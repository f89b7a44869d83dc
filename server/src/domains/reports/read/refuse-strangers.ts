import { readTrait, type Trait } from "@deskhand/contract/reports/figures";
import { isId } from "../../../platform/db/ids.ts";
import type { Read } from "../../../platform/db/tenant.ts";
import { fail } from "../../../platform/fail.ts";
import { namesQuery } from "./report.queries.ts";

/** Refuses people and teams that the store does not have. Nobody, rules and people who left are named in words. */
export async function refuseStrangers(read: Read, where: readonly Trait[]): Promise<void> {
  const named = where.flatMap((trait) => {
    const { dimension, value } = readTrait(trait) ?? { dimension: "tag", value: "" };
    const isNamed = (dimension === "person" || dimension === "team") && value !== "" && !/^(?:left|rule):/.test(value);
    return isNamed ? [{ dimension, value }] : [];
  });
  if (named.length === 0) return;
  const known = new Set((await read(namesQuery(named.map(({ value }) => value).filter(isId)))).map(({ id }) => id));
  const stranger = named.find(({ value }) => !known.has(value));
  if (stranger) throw fail(stranger.dimension === "team" ? "team_not_found" : "user_not_found");
}
