import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Desk } from "../open-desk.ts";

/**
 * The bytes that a word of lower-case letters, digits and hyphens can have in stored texts and mails: plain, UTF-16, or base64 of either.
 */
function formsOf(word: string): Buffer[] {
  const plain = [Buffer.from(word), Buffer.from(word, "utf16le"), Buffer.from(word, "utf16le").swap16()];
  return [...plain, ...plain.flatMap(inBase64)];
}

/** Its base64 at each offset in a group of three bytes, without the characters that depend on its neighbours. */
function inBase64(bytes: Buffer): Buffer[] {
  return [0, 1, 2].map((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes]).toString("base64");
    const whole = Math.floor((before + bytes.length) / 3) * 4;
    return Buffer.from(text.slice(before === 0 ? 0 : 4, whole));
  });
}

/** Counts the rows of each table that contain a word, in any column, be it text, JSON or bytes, and of any tenant. */
export async function rowsWith({ asOwner }: Pick<Desk, "asOwner">, word: string): Promise<Record<string, number>> {
  const tables = await asOwner<{ name: string; isOurs: boolean }>(
    `select format('%I.%I', n.nspname, c.relname) as name, n.nspname = 'public' as "isOurs"
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname in ('public', 'pgboss') and c.relkind in ('r', 'p') and not c.relispartition order by 1`,
  );
  // Policies hide other tenants' rows, and bytes that no log names, so they do not apply to the owner meanwhile. It alters one
  // table at a time: altering all at once would deadlock with a job that uses several.
  const policies = async (force: "force" | "no force") => {
    for (const { name, isOurs } of tables) if (isOurs) await asOwner(`alter table ${name} ${force} row level security`);
  };
  const forms = formsOf(word);
  // The text of a row shows bytes as hexadecimal digits.
  const needles = forms.flatMap((form) => [form.toString("latin1"), form.toString("hex")]).filter(isText);
  const found: Record<string, number> = {};
  await policies("no force");
  try {
    for (const { name } of tables) {
      const sql = `select count(*)::int as count from ${name} t
        where position($1 in lower(t::text)) > 0 or t::text like any ($2)`;
      const [{ count } = { count: 0 }] = await asOwner<{ count: number }>(sql, [
        word,
        needles.map((needle) => `%${needle}%`),
      ]);
      if (count > 0) found[name.replace("public.", "")] = count;
    }
  } finally {
    await policies("force");
  }
  return found;
}

function isText(needle: string): boolean {
  return !needle.includes("\0");
}

/** Lists the tables that contain a word. */
export async function tablesWith(desk: Pick<Desk, "asOwner">, word: string): Promise<string[]> {
  return Object.keys(await rowsWith(desk, word));
}

/** Lists the files below a folder that contain a word in their name or bytes. */
export async function filesWith(folder: string, word: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const found: string[] = [];
  for (const entry of entries.filter((found) => found.isFile())) {
    const path = join(entry.parentPath, entry.name);
    const bytes = await readFile(path);
    if (path.includes(word) || formsOf(word).some((form) => bytes.includes(form)))
      found.push(path.slice(folder.length + 1));
  }
  return found.sort();
}
