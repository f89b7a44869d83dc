import type { Domain } from "../../platform/domain.ts";
import { openPolisher } from "./open-polisher.ts";
import { polishRoutes } from "./polish.routes.ts";

export const polish: Domain = {
  routes: (http, services) => {
    const polisher = openPolisher(services);
    http.addHook("onClose", () => polisher.close());
    return { polish: polishRoutes(polisher) };
  },
};
