import * as z from "zod";
import { endpoint } from "../endpoint.ts";

/** For how many seconds a reply can be taken back; 0 sends at once. */
const undoSeconds = [0, 5, 10, 20, 30] as const;

/** Where one is once a reply is sent: in the next ticket that needs one, or still in the same. */
const afterSends = ["next", "stay"] as const;

/** What becomes of the ticket's status with a reply. */
const sendStatuses = ["keep", "pending", "resolved"] as const;

/** In which order a person has the list of tickets. */
const ticketSorts = ["priority", "activity", "waiting"] as const;

const preferencesSchema = z.object({
  undoSeconds: z.literal(undoSeconds),
  afterSend: z.enum(afterSends),
  /** What was chosen last; it goes with Shift and the key that sends. */
  sendStatus: z.enum(sendStatuses),
  sort: z.enum(ticketSorts),
});
export type DeskPreferences = z.infer<typeof preferencesSchema>;
const someSchema = preferencesSchema.partial();
export type SomePreferences = z.infer<typeof someSchema>;

/** How somebody has it who has chosen nothing. */
export const defaultPreferences: DeskPreferences = {
  undoSeconds: 10,
  afterSend: "next",
  sendStatus: "keep",
  sort: "priority",
};

export const desk = {
  /** How one likes to work through the tickets, on every device. */
  preferences: endpoint("account:read", "GET", "/desk/preferences").output(preferencesSchema),
  /** What is not named stays as it was. */
  savePreferences: endpoint("account:update", "PATCH", "/desk/preferences").input(someSchema).output(preferencesSchema),
};
