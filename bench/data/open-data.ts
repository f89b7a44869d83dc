import { createHash } from "node:crypto";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from "../../server/src/platform/db/embedded/embedded-postgres.ts";
import { prepareDatabase } from "../../server/src/platform/db/prepare-database.ts";
import { queues } from "../../server/src/worker.ts";
import { fillDatabase } from "./fill-database.ts";
import { secret } from "./people.ts";
import type { Scale } from "./scale.ts";

const room = join(import.meta.dirname, "..");
const migrations = join(room, "../db/migrations");
/** The filled database as generated; each run works on a fresh copy. */
const original = "deskhand_filled";

export type Data = {
  dataDir: string;
  postgres: EmbeddedPostgres;
  superuserUrl: string;
  /** Undoes everything that was written since. */
  restore(): Promise<void>;
};

/**
 * Starts PostgreSQL on the generated data, which is made anew only if its generator or the migrations changed. Each `folder` has
 * its own.
 */
export async function openData(scale: Scale, report: (message: string) => void, folder = "data"): Promise<Data> {
  const dataDir = join(room, "output", `${folder}-${scale.name}`);
  const postgres = await startEmbeddedPostgres({ dataDir });
  const superuserUrl = inDatabase(postgres.superuserUrl, "deskhand");
  const restore = () => recreate(postgres.superuserUrl, "deskhand", original);
  try {
    const recipe = join(dataDir, "made-from");
    const wanted = await fingerprint();
    const found = await readFile(recipe, "utf8").catch(() => ""); // Never made.
    if (found !== wanted) {
      await writeFile(recipe, "");
      await fill(postgres, scale, report);
      await writeFile(recipe, wanted);
    }
    await restore();
  } catch (error) {
    await postgres.stop();
    throw error;
  }
  return { dataDir, postgres, superuserUrl, restore };
}

async function fill(postgres: EmbeddedPostgres, scale: Scale, report: (message: string) => void): Promise<void> {
  const started = performance.now();
  report(`Making ${scale.tickets.toLocaleString("en")} tickets and ${scale.messages.toLocaleString("en")} messages …`);
  await recreate(postgres.superuserUrl, original, "template0");
  await prepareDatabase(inDatabase(postgres.ownerUrl, original), secret, queues);
  await fillDatabase(inDatabase(postgres.superuserUrl, original), scale, report);
  report(`… made in ${((performance.now() - started) / 1000).toFixed(0)} s`);
}

async function recreate(superuserUrl: string, name: string, template: string): Promise<void> {
  const client = new pg.Client({ connectionString: superuserUrl });
  await client.connect();
  try {
    await client.query(`drop database if exists ${name} with (force)`);
    await client.query(`create database ${name} owner deskhand_owner template ${template} strategy file_copy`);
  } finally {
    await client.end();
  }
}

async function fingerprint(): Promise<string> {
  const hash = createHash("sha256");
  for (const folder of [import.meta.dirname, migrations]) {
    for (const name of (await readdir(folder)).sort()) hash.update(name).update(await readFile(join(folder, name)));
  }
  return hash.digest("hex");
}

function inDatabase(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}
