import { oc } from "@orpc/contract";
import { among } from "./errors.ts";
import type { Access } from "./permissions.ts";

/** An endpoint's declaration begins here: it names its permission, and every endpoint may fail in the ways named below. */
export function endpoint(access: Access) {
  return oc
    .$meta<{ access: Access }>({ access })
    .errors(among("input_invalid", "not_signed_in", "not_allowed", "service_unavailable", "try_again", "unexpected"));
}
