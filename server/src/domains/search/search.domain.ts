import type { Domain } from "../../platform/domain.ts";
import { searchRoutes } from "./search.routes.ts";

export const search: Domain = { routes: () => ({ search: searchRoutes }) };
