import type { Isolation } from "../../testing/isolation/isolation.ts";

export const isolation: Isolation = async (app, { customerId, openingKey, owner, secret }) => {
  const nobody = { name: `Nobody ${secret}`, email: `nobody-${secret}@customer.test`, phone: "+353 1 234 5678" };
  const { id: deletableCustomerId } = await owner.api.customers.create(nobody);
  await app.asOwner(
    "insert into address_spellings (client_id, email, written, is_own) values ($1, $2, $3, true)",
    [owner.tenantId, `spelled-${secret}@customer.test`.toLowerCase(), `SPELLED-${secret}@customer.test`],
    owner.tenantId,
  );
  return {
    inputs: {
      "customers.list": () => ({ search: secret, kind: "all", limit: 5 }),
      "customers.stats": () => ({}),
      "customers.get": () => ({ id: customerId }),
      "customers.create": () => ({
        name: "Ann",
        email: `${openingKey}@customer.test`,
        phone: "+353 1 234 5678",
      }),
      "customers.update": () => ({ id: customerId, phone: "+353 1 234 5678" }),
      "customers.changeAddress": () => ({
        id: customerId,
        email: `${openingKey}@second.test`,
        change: "add",
      }),
      "customers.join": () => ({ id: deletableCustomerId, into: customerId }),
      "customers.part": () => ({ id: deletableCustomerId }),
      "customers.delete": () => ({ id: deletableCustomerId }),
      "customers.search": () => ({ q: secret, limit: 5 }),
    },
    paths: {
      "GET /api/customers/:id/export": () => `/api/customers/${customerId}/export`,
    },
  };
};
