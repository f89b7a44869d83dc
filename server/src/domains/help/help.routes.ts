import { docsPath } from "@deskhand/contract/pages";
import { api } from "../../platform/http/api.ts";

export const helpRoutes = {
  contacts: api.help.contacts.handler(({ context: { services } }) => {
    const { operatorEmail, docsUrl, publicUrl } = services.settings;
    return { operatorEmail, docsUrl: docsUrl ?? publicUrl + docsPath };
  }),
};
