import pg from "pg";

/** No process of the installation: there is one note, whoever makes the backup. */
const whoever = "00000000-0000-0000-0000-000000000000";

/** Says in the installation that a backup of it was made just now; whether that could be said. */
export async function noteBackup(ownerUrl: string): Promise<boolean> {
  const owner = new pg.Client({ connectionString: ownerUrl, connectionTimeoutMillis: 10_000 });
  owner.on("error", () => undefined);
  try {
    await owner.connect();
    await owner.query(
      `insert into server_parts (part, process_id, seen_at, worked_at) values ('backup', $1, now(), now())
        on conflict (part, process_id) do update set seen_at = now(), worked_at = now()`,
      [whoever],
    );
    return true;
  } catch {
    // The backup is whole and on the disk, which counts; its note is for the screen alone.
    return false;
  } finally {
    await owner.end().catch(() => undefined);
  }
}
