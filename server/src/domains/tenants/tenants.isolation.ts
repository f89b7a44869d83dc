import type { Isolation } from "../../testing/isolation/isolation.ts";

export const isolation: Isolation = async (_app, { owner }) => {
  await owner.api.billing.choose({ plan: "monthly" });
  return {
    inputs: {
      "client.get": () => ({}),
      "client.rename": () => ({ storeName: "Another Shop", from: "Acme Shop" }),
      "billing.interest": () => ({}),
      "billing.choose": () => ({ plan: "lifetime" }),
    },
  };
};
