import type { Role } from "@deskhand/contract/permissions";
import type { Tone } from "../../ui/tone.ts";

/** What each role is called, and what it may do (docs/product.md#roles). */
export const roleWords: Record<Role, { label: string; about: string; tone: Tone }> = {
  agent: { label: "Agent", about: "Can view and respond to tickets", tone: "grey" },
  supervisor: { label: "Supervisor", about: "Can manage agents and view reports", tone: "blue" },
  admin: { label: "Admin", about: "Full system access and user management", tone: "violet" },
};
