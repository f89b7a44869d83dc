import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Desk } from "../open-desk.ts";

/** What a word of lower-case letters, digits and hyphens can stand as where texts and mails are kept: as it is, in base64 at any place, in UTF-16. */
function formsOf(word: string): Buffer[] {
  const plain = [Buffer.from(word), Buffer.from(word, "utf16le"), Buffer.from(word, "utf16le").swap16()];
  return [...plain, ...plain.flatMap(inBase64)];
}

/** As it looks wherever it begins in a group of three bytes, without what those around it change. */
function inBase64(bytes: Buffer): Buffer[] {
  return [0, 1, 2].map((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes]).toString("base64");
    const whole = Math.floor((before + bytes.length) / 3) * 4;
    return Buffer.from(text.slice(before === 0 ? 0 : 4, whole));
  });
}

/** How many rows of each table have a word: in whatever column, text, JSON or bytes, and whosever the row is. */
export async function rowsWith({ asOwner }: Pick<Desk, "asOwner">, word: string): Promise<Record<string, number>> {
  const tables = await asOwner<{ name: string; isOurs: boolean }>(
    `select format('%I.%I', n.nspname, c.relname) as name, n.nspname = 'public' as "isOurs"
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname in ('public', 'pgboss') and c.relkind in ('r', 'p') and not c.relispartition order by 1`,
  );
  // Policies show nobody the rows of all tenants, nor bytes that no log names: the owner is let past them meanwhile. One table at a
  // time, since all at once would stop dead against a job that is at several.
  const policies = async (force: "force" | "no force") => {
    for (const { name, isOurs } of tables) if (isOurs) await asOwner(`alter table ${name} ${force} row level security`);
  };
  const forms = formsOf(word);
  // Bytes stand in a row's text as hexadecimal digits.
  const needles = forms.flatMap((form) => [form.toString("latin1"), form.toString("hex")]).filter(isText);
  const found: Record<string, number> = {};
  await policies("no force");
  try {
    for (const { name } of tables) {
      const sql = `select count(*)::int as count from ${name} t
        where position($1 in lower(t::text)) > 0 or t::text like any ($2)`;
      const [{ count } = { count: 0 }] = await asOwner<{ count: number }>(sql, [
        word,
        needles.map((one) => `%${one}%`),
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

/** The tables in which a word stands. */
export async function tablesWith(desk: Pick<Desk, "asOwner">, word: string): Promise<string[]> {
  return Object.keys(await rowsWith(desk, word));
}

/** The files of a folder and those in it, by their paths there, in whose name or bytes a word stands. */
export async function filesWith(folder: string, word: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const found: string[] = [];
  for (const entry of entries.filter((one) => one.isFile())) {
    const path = join(entry.parentPath, entry.name);
    const bytes = await readFile(path);
    if (path.includes(word) || formsOf(word).some((form) => bytes.includes(form)))
      found.push(path.slice(folder.length + 1));
  }
  return found.sort();
}
