import type { Isolation } from "../../testing/isolation/isolation.ts";

export const isolation: Isolation = async (_app, { agent, notificationId, ticketId }) => {
  await agent.api.notifications.setPreferences({
    // The newest choice: earlier versions do not know it.
    wanted: ["new_ticket", "customer_reply", "store_notice"],
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
