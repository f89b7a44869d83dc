import type pg from "pg";
import { newId } from "../../server/src/platform/db/ids.ts";
import { insertRows } from "./insert-rows.ts";
import { clientCodeOf, customerEmail, passwordHash, staffEmail, supportAddressOf } from "./people.ts";

export type MadeTenant = { index: number; id: string; staff: string[]; customers: string[] };

const staffRoles = ["admin", "supervisor", "agent"] as const;
const year = 365 * 24 * 3600 * 1000;

/** Makes a tenant with three people who can sign in, and its customers. */
export async function makeTenant(client: pg.ClientBase, index: number, customerCount: number): Promise<MadeTenant> {
  const id = newId();
  await client.query("insert into clients (id, client_code, store_name, support_email) values ($1, $2, $3, $4)", [
    id,
    clientCodeOf(index),
    `Store ${index}`,
    supportAddressOf(index),
  ]);
  await client.query("insert into inbound_addresses (address, client_id, is_verified) values ($1, $2, true)", [
    supportAddressOf(index),
    id,
  ]);
  const staff: string[] = [];
  for (const [person, role] of staffRoles.entries()) staff.push(await makeStaff(client, id, index, person, role));
  const customers = Array.from({ length: customerCount }, () => newId(Date.now() - Math.floor(Math.random() * year)));
  await insertRows(
    client,
    "customers",
    { client_id: "uuid", id: "uuid", name: "text", email: "text" },
    customers.map((customer, at) => [id, customer, `Customer ${at}`, customerEmail(index, at)]),
  );
  return { index, id, staff, customers };
}

/** Adds a person to a tenant who can sign in; returns their id. */
export async function makeStaff(client: pg.ClientBase, tenant: string, index: number, person: number, role: string) {
  const id = newId();
  const email = staffEmail(index, person);
  const name = `Staff ${person}`;
  await client.query("insert into users (client_id, id, email, name, role) values ($1, $2, $3, $4, $5)", [
    tenant,
    id,
    email,
    name,
    role,
  ]);
  await client.query(
    "insert into identities (id, client_id, email, email_verified, name) values ($1, $2, $3, true, $4)",
    [id, tenant, email, name],
  );
  await client.query(
    "insert into accounts (id, account_id, provider_id, user_id, password) values ($1, $2, 'credential', $3, $4)",
    [newId(), id, id, passwordHash],
  );
  return id;
}
