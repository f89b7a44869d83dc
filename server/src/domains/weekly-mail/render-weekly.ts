import { renderWeeklyEmail } from "@deskhand/email";
import * as z from "zod";
import type { Stored } from "../outgoing/index.ts";

/** What a weekly mail says. Its addresses are paths, as the installation may move before it leaves. */
const weeklyDetailsSchema = z.object({
  /** As the mail log shows it. */
  subject: z.string(),
  days: z.string(),
  figures: z.array(z.object({ label: z.string(), value: z.string(), before: z.string(), path: z.string() })),
  sentences: z.array(z.string()),
});
export type WeeklyDetails = z.infer<typeof weeklyDetailsSchema>;

/** Renders a weekly mail. */
export function renderWeekly({ details, storeName, publicUrl }: Pick<Stored, "details" | "storeName" | "publicUrl">) {
  const { days, figures, sentences } = weeklyDetailsSchema.parse(details);
  return renderWeeklyEmail({
    storeName,
    days,
    figures: figures.map(({ path, ...figure }) => ({ ...figure, url: publicUrl + path })),
    sentences,
    settingsUrl: `${publicUrl}/dashboard?settings=notifications`,
  });
}
