import { type HTTPMethod, type HTTPPath, oc } from "@orpc/contract";
import { among } from "./errors.ts";
import type { Access } from "./permissions.ts";

/** An endpoint's declaration begins here: its permission and its address below `/api`. Every one may fail in the ways named below. */
export function endpoint(access: Access, method: HTTPMethod, path: HTTPPath) {
  return oc
    .$meta<{ access: Access }>({ access })
    .errors(among("input_invalid", "not_signed_in", "not_allowed", "service_unavailable", "try_again", "unexpected"))
    .route({ method, path });
}
