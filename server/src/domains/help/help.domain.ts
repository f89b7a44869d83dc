import type { Domain } from "../../platform/domain.ts";
import { helpRoutes } from "./help.routes.ts";

export const help: Domain = { routes: () => ({ help: helpRoutes }) };
