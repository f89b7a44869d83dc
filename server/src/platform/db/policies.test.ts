import { expect, test } from "vitest";
import { openDesk } from "../../testing/open-desk.ts";

test("no restrictive policy holds for the owner: one would keep searches of its functions off their indexes", async () => {
  const app = await openDesk();
  const policies = await app.asOwner(
    `select polname from pg_policy p join pg_class c on c.oid = p.polrelid
     where not p.polpermissive and (0 = any (p.polroles) or c.relowner = any (p.polroles))`,
  );
  await app.stop();
  expect(policies).toEqual([]);
});
