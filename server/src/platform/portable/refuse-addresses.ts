import type pg from "pg";
import { Refusal } from "./refusal.ts";
import { stagedRows } from "./stage-rows.ts";

/** What an installation gives its stores addresses at: this one, and the one that the store left. */
export type Domains = { mailDomain: string; leftDomain: string };

/** The columns by which mail comes to a store. */
const receiving: Record<string, string> = { clients: "custom_support_email", inbound_addresses: "address" };

/** As an address is kept once it is proven: another spelling is another row, and may be the same mailbox. */
const spelling = "^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@([a-z0-9][a-z0-9-]*[.])+[a-z0-9-]{2,}$";

const domainSql = "substring(address from '[^@]*$')";

/**
 * Throws where a staged row names an address that nobody could have proven to be theirs. What mail comes to at an installation's own
 * domain, and below, is for the installation to say: an export says what whoever wrote it wants.
 */
export async function refuseAddresses(owner: pg.ClientBase, table: string, domains: Domains): Promise<void> {
  const [mailDomain, leftDomain] = [plain(domains.mailDomain), plain(domains.leftDomain)];
  const column = receiving[table];
  if (column) {
    const refuse = (where: string, values: unknown[], reason: string) =>
      refuseFirst(owner, { table, column, where, values, reason });
    await refuse("address !~ $2", [spelling], "is not spelled as the address of a store");
    const below = `${domainSql} = $2 or right(address, char_length($2) + 1) = '.' || $2`;
    await refuse(below, [mailDomain], `is at ${mailDomain}, where only the installation gives addresses`);
    await refuse(below, [leftDomain], `is at ${leftDomain}, where only the installation that it left gave addresses`);
  }
  // Nobody has a mailbox there: what is mailed to them would come to a desk.
  if (table === "users") {
    const [where, values, reason] = [`${domainSql} = $2`, [mailDomain], `is at ${mailDomain}, where only desks are`];
    await refuseFirst(owner, { table, column: "email", where, values, reason });
  }
  if (table === "identities") {
    const where = "not exists (select from users u where u.id::text = line ->> 'id' and u.email = address)";
    await refuseFirst(owner, { table, column: "email", where, reason: "is not the address of that person in users" });
  }
}

type Looked = { table: string; column: string; where: string; values?: unknown[]; reason: string };

async function refuseFirst(owner: pg.ClientBase, looked: Looked): Promise<void> {
  const { table, column, where, values = [], reason } = looked;
  const { rows } = await owner.query<{ number: string; address: string }>(
    `select number, left(address, 320) as address from (select number, line, line ->> $1 as address from ${stagedRows}) s
     where ${where} order by number limit 1`,
    [column, ...values],
  );
  const [found] = rows;
  // What somebody else wrote goes to a terminal.
  if (found)
    throw new Refusal(`Line ${found.number} of the export's ${table}: ${JSON.stringify(found.address)} ${reason}`);
}

function plain(domain: string): string {
  return domain.toLowerCase().replace(/\.+$/, "");
}
