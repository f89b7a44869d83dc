import pg from "pg";
import { readSettings } from "../../server/src/env.ts";
import { refuseMissing } from "../../server/src/open-installation.ts";
import { openOwnerDatabase } from "../../server/src/platform/db/open-owner-database.ts";

type Row = { at: string; type: string; email: string; user_email: string; store: string; message: string };

const newest = `select to_char(f.created_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI "UTC"') as at, f.type, f.email, f.user_email,
  c.store_name as store, f.message
  from feedback_submissions f join clients c on c.id = f.client_id order by f.created_at desc, f.id desc limit 50`;

/** Returns the newest feedback of all stores as text, from these settings' database; starts our own database if needed. */
export async function readFeedback(environment: NodeJS.ProcessEnv): Promise<string> {
  const settings = readSettings(environment);
  await refuseMissing(settings);
  const { ownerUrl, stopDatabase } = await openOwnerDatabase(settings);
  try {
    return await readFrom(ownerUrl);
  } finally {
    await stopDatabase();
  }
}

async function readFrom(ownerUrl: string): Promise<string> {
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  try {
    const { rows } = await owner.query<Row>(newest);
    return rows.length === 0 ? "Nobody has sent feedback yet." : rows.map(asText).join("\n\n");
  } finally {
    await owner.end();
  }
}

function asText({ at, type, email, user_email: sender, store, message }: Row): string {
  const head = `${at}  ${type === "bug" ? "Bug Report" : "Feature Idea"}  ${sender} (${store}), answer to ${email}`;
  return `${printable(head)}\n${printable(message).replace(/^/gm, "  ")}`;
}

/** Removes characters that would control a terminal. */
function printable(text: string): string {
  return text.replace(/\r\n?/g, "\n").replace(/[^\P{Cc}\n\t]/gu, "");
}
