import { notificationTypes } from "@deskhand/contract/vocabulary";
import type { Isolation } from "../../testing/isolation/isolation.ts";

export const isolation: Isolation = async (_app, { agent, notificationId, ticketId }) => {
  await agent.api.notifications.setPreferences({
    // A type of the first version is switched off: an earlier one, which is filled with this row, knows no later type.
    wanted: notificationTypes.filter((type) => type !== "ticket_status_change"),
    desktop: false,
    sound: true,
  });
  return {
    inputs: {
      "notifications.list": () => ({}),
      "notifications.markRead": () => ({ id: notificationId }),
      "notifications.markTicketRead": () => ({ ticketId }),
      "notifications.markAllRead": () => ({}),
      "notifications.markSeen": () => ({}),
      "notifications.page": () => ({ unread: false, limit: 5 }),
      "notifications.preferences": () => ({}),
      "notifications.team": () => ({}),
      "notifications.setTeamDefaults": () => ({ wanted: ["new_ticket", "customer_reply"] }),
      "notifications.setPreferences": () => ({
        wanted: ["customer_reply", "delivery_failed"],
        desktop: true,
        sound: false,
      }),
    },
  };
};
