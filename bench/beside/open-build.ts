import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { allCases } from "../cases/all-cases.ts";
import type { Case } from "../cases/case.ts";
import { sampleTickets } from "../cases/sample-tickets.ts";
import { type Data, openData } from "../data/open-data.ts";
import type { Scale } from "../data/scale.ts";

/** A tree's files, its filled database, and today's cases for the tickets in it. */
export type Build = { name: string; tree: string; data: Data; cases: Case[] };

/** The tree of this bench. */
export const ownTree = join(import.meta.dirname, "../..");

/**
 * Opens a tree's data as its own bench fills it: the same stores from the same seed, in the tree's own tables. In a `folder` of
 * its own a tree can be opened twice.
 */
export async function openBuild(
  name: string,
  tree: string,
  scale: Scale,
  report: (message: string) => void,
  folder?: string,
): Promise<Build> {
  const open = tree === ownTree ? openData : await openDataOf(tree);
  const data = await open(scale, report, folder);
  return { name, tree, data, cases: allCases(await sampleTickets(data.superuserUrl)) };
}

async function openDataOf(tree: string): Promise<typeof openData> {
  const module: { openData: typeof openData } = await import(pathToFileURL(join(tree, "bench/data/open-data.ts")).href);
  return module.openData;
}
