import * as z from "zod";
import { endpoint } from "../endpoint.ts";
import { answerModes } from "../recipients.ts";
import { ticketSorts } from "../vocabulary.ts";
import { afterSends, sendStatuses, undoSeconds } from "./desk-choices.ts";

const preferencesSchema = z.object({
  undoSeconds: z.literal(undoSeconds),
  afterSend: z.enum(afterSends),
  sendStatus: z.enum(sendStatuses),
  answerMode: z.enum(answerModes),
  sort: z.enum(ticketSorts),
});
const someSchema = preferencesSchema.partial();
export type SomePreferences = z.infer<typeof someSchema>;

export const desk = {
  /** Returns how a person likes to work through tickets, on every device. */
  preferences: endpoint("account:read", "GET", "/desk/preferences").output(preferencesSchema),
  /** Saves the given preferences; absent ones stay as they are. */
  savePreferences: endpoint("account:update", "PATCH", "/desk/preferences").input(someSchema).output(preferencesSchema),
};
