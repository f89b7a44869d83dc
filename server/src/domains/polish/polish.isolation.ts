import type { Isolation } from "../../testing/isolation/isolation.ts";

export const isolation: Isolation = async (_app, { ticketId }) => ({
  inputs: {
    "polish.polish": () => ({ text: "teh parcel", ticketId }),
    "polish.warm": () => ({}),
  },
});
