import { execFile } from "node:child_process";
import { chmod, mkdir, mkdtemp, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const root = join(import.meta.dirname, "../..");

/** A commit's files with the packages that it needs. */
export type CheckedOut = { name: string; tree: string; remove(): Promise<void> };

/**
 * Checks out a commit of this repository into a separate folder and installs its packages. Its filled database is kept for the
 * next time when the folder is removed.
 */
export async function checkOut(commit: string, report: (message: string) => void): Promise<CheckedOut> {
  const { stdout } = await run("git", ["rev-parse", "--verify", "--short=10", `${commit}^{commit}`], { cwd: root });
  const name = stdout.trim();
  const tree = await mkdtemp(join(tmpdir(), `deskhand-${name}-`));
  await run("git", ["worktree", "add", "--force", "--detach", tree, name], { cwd: root });
  // PostgreSQL may run as another user, who has to reach its data.
  await chmod(tree, 0o711);
  const remove = async () => void (await run("git", ["worktree", "remove", "--force", tree], { cwd: root }));
  try {
    report(`Installing the packages of ${name} …`);
    await run("npm", ["ci", "--prefer-offline", "--no-audit", "--no-fund"], { cwd: tree });
    const output = join(root, "bench/output/beside", name);
    await mkdir(output, { recursive: true, mode: 0o711 });
    await symlink(output, join(tree, "bench/output"));
  } catch (error) {
    await remove();
    throw error;
  }
  return { name, tree, remove };
}
