import type { Isolation } from "../../testing/isolation/isolation.ts";

export const isolation: Isolation = async () => ({
  inputs: {
    "dashboard.metrics": () => ({}),
    "dashboard.recentTickets": () => ({}),
    "dashboard.recentActivity": () => ({}),
    "home.read": () => ({}),
  },
});
