import { randomUUID } from "node:crypto";
import { chown, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { codeOf, ignoreMissing, mentionsNoRoom, reasonOf } from "../../error-code.ts";
import { StartFault } from "../../start/start-notices.ts";
import { syncFolder } from "../../storage/write-durably.ts";
import type { SystemUser } from "../unprivileged-user.ts";
import type { PostgresProgram } from "./postgres-program.ts";
import { isAlive } from "./server-lock.ts";

type Options = { user: SystemUser | undefined; superuserPassword: string; durable: boolean };

/** The postgresql.conf of a new cluster, instead of initdb's. */
const preamble = `# Deskhand writes pg-settings.conf anew at each start. Settings below this line stay and win.
include '../pg-settings.conf'
`;

/**
 * Character types that know the letters of every language (for pg_trgm and ilike); the first one the machine has is
 * used.
 */
const CHARACTER_TYPES = ["C.UTF-8", "en_US.UTF-8", "C"];

/** Creates the cluster `pg` in `home` if missing; an interruption leaves either a whole cluster or none. */
export async function initCluster(home: string, program: PostgresProgram, options: Options): Promise<void> {
  const clusterVersion = await readFile(join(home, "pg", "PG_VERSION"), "utf8").catch(ignoreMissing);
  if (clusterVersion !== undefined) return checkVersion(Number(clusterVersion), program.major, home);
  await refuseLostPlace(home);
  // Removes leftovers of interrupted starts. Their initdb may still run, so each start uses its own folder.
  for (const name of await readdir(home)) {
    if (isLeftover(name)) await rm(join(home, name), { recursive: true, force: true, maxRetries: 10 });
  }
  const unfinished = await makeCluster(home, program, options);
  try {
    await rename(unfinished, join(home, "pg"));
  } catch (error) {
    // Another first start was faster; use its cluster.
    if (!["ENOTEMPTY", "EEXIST"].includes(codeOf(error) ?? "")) throw error;
    await rm(unfinished, { recursive: true, force: true });
    const existing = await readFile(join(home, "pg", "PG_VERSION"), "utf8").catch(ignoreMissing);
    if (existing !== undefined) return checkVersion(Number(existing), program.major, home);
    throw new StartFault(`The folder ${join(home, "pg")} is there and holds no database: move it away.`, {
      cause: error,
    });
  }
  if (options.durable) await syncFolder(home);
}

/** Throws if an older database is kept here while the current one is missing. */
async function refuseLostPlace(home: string): Promise<void> {
  const olderFolder = (await readdir(home)).find((name) => /^pg-(?:\d+|ready)$/.test(name));
  if (olderFolder === undefined) return;
  throw new StartFault(
    `There is no database in ${join(home, "pg")}, but one in ${join(home, olderFolder)}: give that its name back, or move it away to start empty.`,
  );
}

/** Whether a file or folder belongs to a start that is gone; its name contains the process id. */
function isLeftover(name: string): boolean {
  if (!name.startsWith("pg.new")) return false;
  const pid = Number(/^pg\.new-(\d+)-/.exec(name)?.[1]);
  return !pid || pid === process.pid || !isAlive(pid);
}

async function makeCluster(home: string, program: PostgresProgram, options: Options): Promise<string> {
  const { user } = options;
  const giveToUser = async (path: string) => user && chown(path, user.uid, user.gid);
  const faults: unknown[] = [];
  for (const characterType of CHARACTER_TYPES) {
    const folder = join(home, `pg.new-${process.pid}-${randomUUID()}`);
    const passwordFile = `${folder}.password`;
    try {
      await mkdir(folder, { mode: 0o700 });
      await giveToUser(folder);
      await writeFile(passwordFile, options.superuserPassword, { flag: "wx", mode: 0o600 });
      await giveToUser(passwordFile);
      const files = [`--pgdata=${basename(folder)}`, `--pwfile=${basename(passwordFile)}`];
      await program.run("initdb", [...files, ...initArguments(program.major, characterType, options.durable)]);
      await writeFile(join(folder, "postgresql.conf"), preamble);
      return folder;
    } catch (error) {
      faults.push(error); // Usually the machine lacks the locale; if none works, the first error is reported.
      await rm(folder, { recursive: true, force: true, maxRetries: 10 });
      if (mentionsNoRoom(error)) break;
    } finally {
      await rm(passwordFile, { force: true });
    }
  }
  const noRoom = faults.find(mentionsNoRoom);
  if (noRoom)
    throw new StartFault(
      `There is no room for the database in ${home} (No space left on device): it needs some 50 MB when it is empty. Nothing of it is left`,
      { cause: noRoom },
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
    // The same sorting and letter case on every machine, independent of the system library; available from PostgreSQL
    // 17.
    ...(major >= 17 ? ["--locale-provider=builtin", "--builtin-locale=C.UTF-8"] : []),
    ...(durable ? [] : ["--no-sync"]),
  ];
}

function checkVersion(clusterVersion: number, running: number, home: string): void {
  if (clusterVersion === running) return;
  const way = clusterVersion < running ? "Start Deskhand once, which moves it" : "Use the Deskhand that made it";
  throw new StartFault(
    `The database in ${join(home, "pg")} was made by PostgreSQL ${clusterVersion} and cannot be opened by PostgreSQL ${running}. ${way}, or choose another DESKHAND_DATA.`,
  );
}
