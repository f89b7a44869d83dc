import { randomUUID } from "node:crypto";
import { chown, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { codeOf, ignoreMissing, reasonOf, saysNoRoom } from "../../error-code.ts";
import { StartFault } from "../../start/start-notices.ts";
import { syncFolder } from "../../storage/write-durably.ts";
import type { SystemUser } from "../unprivileged-user.ts";
import type { PostgresProgram } from "./postgres-program.ts";
import { isAlive } from "./server-lock.ts";

type Options = { user: SystemUser | undefined; superuserPassword: string; durable: boolean };

/** What a new cluster has instead of initdb's own postgresql.conf. */
const preamble = `# Deskhand writes pg-settings.conf anew at each start. Settings below this line stay and win.
include '../pg-settings.conf'
`;

/** Words must keep their letters in every language (pg_trgm, ilike), so the first of these that the machine has. */
const CHARACTER_TYPES = ["C.UTF-8", "en_US.UTF-8", "C"];

/** Makes the cluster `pg` in `home` unless it is there; it appears whole or not at all, whatever interrupts this. */
export async function initCluster(home: string, program: PostgresProgram, options: Options): Promise<void> {
  const made = await readFile(join(home, "pg", "PG_VERSION"), "utf8").catch(ignoreMissing);
  if (made !== undefined) return checkVersion(Number(made), program.major, home);
  await refuseLostPlace(home);
  // What an interrupted start has left; its initdb may still run, so each start has a folder of its own.
  for (const name of await readdir(home)) {
    if (isLeft(name)) await rm(join(home, name), { recursive: true, force: true, maxRetries: 10 });
  }
  const unfinished = await makeCluster(home, program, options);
  try {
    await rename(unfinished, join(home, "pg"));
  } catch (error) {
    // Another first start was faster: its cluster is everybody's.
    if (!["ENOTEMPTY", "EEXIST"].includes(codeOf(error) ?? "")) throw error;
    await rm(unfinished, { recursive: true, force: true });
    const theirs = await readFile(join(home, "pg", "PG_VERSION"), "utf8").catch(ignoreMissing);
    if (theirs !== undefined) return checkVersion(Number(theirs), program.major, home);
    throw new StartFault(`The folder ${join(home, "pg")} is there and holds no database: move it away.`, {
      cause: error,
    });
  }
  if (options.durable) await syncFolder(home);
}

/** Where a database is kept that another took the place of, there has been one. */
async function refuseLostPlace(home: string): Promise<void> {
  const kept = (await readdir(home)).find((name) => /^pg-(?:\d+|ready)$/.test(name));
  if (kept === undefined) return;
  throw new StartFault(
    `There is no database in ${join(home, "pg")}, but one in ${join(home, kept)}: give that its name back, or move it away to start empty.`,
  );
}

/** Whether a file or folder is of a start that is gone: the number of its process is in the name. */
function isLeft(name: string): boolean {
  if (!name.startsWith("pg.new")) return false;
  const pid = Number(/^pg\.new-(\d+)-/.exec(name)?.[1]);
  return !pid || pid === process.pid || !isAlive(pid);
}

async function makeCluster(home: string, program: PostgresProgram, options: Options): Promise<string> {
  const { user } = options;
  const give = async (path: string) => user && chown(path, user.uid, user.gid);
  const faults: unknown[] = [];
  for (const characterType of CHARACTER_TYPES) {
    const folder = join(home, `pg.new-${process.pid}-${randomUUID()}`);
    const passwordFile = `${folder}.password`;
    try {
      await mkdir(folder, { mode: 0o700 });
      await give(folder);
      await writeFile(passwordFile, options.superuserPassword, { flag: "wx", mode: 0o600 });
      await give(passwordFile);
      const files = [`--pgdata=${basename(folder)}`, `--pwfile=${basename(passwordFile)}`];
      await program.run("initdb", [...files, ...initArguments(program.major, characterType, options.durable)]);
      await writeFile(join(folder, "postgresql.conf"), preamble);
      return folder;
    } catch (error) {
      faults.push(error); // Mostly a locale this machine lacks; if none works, the first fault is reported.
      await rm(folder, { recursive: true, force: true, maxRetries: 10 });
      if (saysNoRoom(error)) break;
    } finally {
      await rm(passwordFile, { force: true });
    }
  }
  const full = faults.find(saysNoRoom);
  if (full)
    throw new StartFault(
      `There is no room for the database in ${home} (No space left on device): it needs some 50 MB when it is empty. Nothing of it is left`,
      { cause: full },
    );
  const [cause] = faults;
  throw new StartFault(`The database could not be made in ${home}: ${reasonOf(cause)}`, { cause });
}

function initArguments(major: number, characterType: string, durable: boolean): string[] {
  return [
    "--username=postgres",
    "--auth=scram-sha-256",
    "--encoding=UTF8",
    "--locale=C",
    `--lc-ctype=${characterType}`,
    // The same order and letter case on every machine, without the system library; PostgreSQL has it from 17.
    ...(major >= 17 ? ["--locale-provider=builtin", "--builtin-locale=C.UTF-8"] : []),
    ...(durable ? [] : ["--no-sync"]),
  ];
}

function checkVersion(made: number, running: number, home: string): void {
  if (made === running) return;
  const way = made < running ? "Start Deskhand once, which moves it" : "Use the Deskhand that made it";
  throw new StartFault(
    `The database in ${join(home, "pg")} was made by PostgreSQL ${made} and cannot be opened by PostgreSQL ${running}. ${way}, or choose another DESKHAND_DATA.`,
  );
}
