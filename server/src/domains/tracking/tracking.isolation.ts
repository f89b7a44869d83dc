import type { Isolation } from "../../testing/isolation/isolation.ts";

export const isolation: Isolation = async (_app, { noteKey, ticketId }) => ({
  inputs: {
    "tracking.ofTicket": () => ({ ticketId }),
    "tracking.saveOrderNumber": () => ({ ticketId, orderNumber: "1001" }),
    "tracking.look": () => ({ ticketId, orderNumber: "1001" }),
    "tracking.listNotes": () => ({ ticketId, limit: 5 }),
    "tracking.addNote": () => ({ ticketId, content: "A note", idempotencyKey: noteKey }),
  },
});
