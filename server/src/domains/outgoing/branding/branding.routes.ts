import { api } from "../../../platform/http/api.ts";
import { previewEmail } from "./preview-email.ts";
import { readEmailSettings, resetEmailSettings, saveEmailSettings } from "./save-email-settings.ts";

const { read, save, reset, preview } = api.emailSettings;

export const emailSettingsRoutes = {
  read: read.handler(({ context: { services, withTenant } }) =>
    withTenant((tx) => readEmailSettings(tx, services.settings)),
  ),
  save: save.handler(({ context: { services, actor, withTenant }, input }) =>
    withTenant((tx) => saveEmailSettings(tx, services.settings, actor, input)),
  ),
  reset: reset.handler(({ context: { services, actor, withTenant } }) =>
    withTenant((tx) => resetEmailSettings(tx, services.settings, actor)),
  ),
  preview: preview.handler(({ context: { services, withTenant }, input }) =>
    withTenant((tx) => previewEmail(tx, services.settings, input)),
  ),
};
