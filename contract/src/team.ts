import * as z from "zod";
import { endpoint } from "./endpoint.ts";
import { id } from "./page.ts";
import { roles } from "./permissions.ts";

const colleagueSchema = z.object({ id, name: z.string(), role: z.enum(roles), isActive: z.boolean() });
export type Colleague = z.infer<typeof colleagueSchema>;

export const team = {
  /** Everybody of the store by name, those who left included: their names stand on what they did. */
  list: endpoint("team:read", "GET", "/team").output(z.object({ items: z.array(colleagueSchema) })),
};
