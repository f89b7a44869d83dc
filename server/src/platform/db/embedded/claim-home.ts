import { readFile, realpath, stat } from "node:fs/promises";
import { join } from "node:path";
import { codeOf, ignoreMissing } from "../../error-code.ts";
import { StartFault } from "../../start-fault.ts";
import { writeDurably } from "../../write-durably.ts";

/** In a data directory: leads to the folder of the database where that lies elsewhere. */
export const homeLink = "pg-home";

/** In a folder that lies elsewhere: the data directory that it belongs to. */
const mark = "belongs-to";

/**
 * Says in the folder of a database whose it is. Throws where that is another data directory, from which the link to it was copied; one
 * that is gone, or leads elsewhere by now, was moved to here.
 */
export async function claimHome(home: string, dataDir: string): Promise<void> {
  const claimant = await realpath(dataDir);
  const owner = await readFile(join(home, mark), "utf8").catch(ignoreMissing);
  if (owner === claimant) return;
  if (owner && (await mayLeadTo(join(owner, homeLink), home))) {
    throw new StartFault(
      `The database in ${home} belongs to ${owner}, of which ${dataDir} is a copy that leads there, too. ` +
        `Copy an installation by npm run backup and npm run restore; where ${dataDir} took its place, remove ${join(home, mark)} and start again.`,
    );
  }
  await writeDurably(join(home, mark), claimant);
}

async function mayLeadTo(link: string, home: string): Promise<boolean> {
  try {
    const [found, own] = await Promise.all([stat(link), stat(home)]);
    return found.dev === own.dev && found.ino === own.ino;
  } catch (error) {
    // Where we may not look, it may still be there.
    return !["ENOENT", "ENOTDIR"].includes(codeOf(error) ?? "");
  }
}
