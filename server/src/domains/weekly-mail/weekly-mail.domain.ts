import type { Domain } from "../../platform/domain.ts";
import { api } from "../../platform/http/api.ts";
import { productMails } from "../outgoing/index.ts";
import { renderWeekly } from "./render-weekly.ts";
import { previewWeeklyMail, readChoice, sendWeekly, setChoice, withdrawFormer } from "./send-weekly-mails.ts";

const { get, set, preview } = api.weeklyMail;

export const weeklyMail: Domain = {
  tables: ["weekly_mail_readers"],
  routes: () => ({
    weeklyMail: {
      get: get.handler(({ context: { actor, withTenant } }) =>
        withTenant((tx) => readChoice(tx, actor.userId, new Date())),
      ),
      set: set.handler(({ context: { actor, withTenant }, input }) =>
        withTenant((tx) => setChoice(tx, actor.userId, input.isOn, new Date())),
      ),
      preview: preview.handler(({ context: { services, withTenant } }) =>
        withTenant((tx) => previewWeeklyMail(tx, services.settings, new Date())),
      ),
    },
  }),
  schedules: [sendWeekly],
  answers: [productMails.by({ weekly_mail: { render: renderWeekly, bouncesToStore: true } })],
  subscribers: {
    "user.updated": withdrawFormer,
    "user.deleted": withdrawFormer,
  },
};
