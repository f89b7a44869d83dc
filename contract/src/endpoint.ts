import { type AnyContractProcedure, type HTTPMethod, type HTTPPath, isContractProcedure, oc } from "@orpc/contract";
import * as z from "zod";
import { among } from "./errors.ts";
import type { Access } from "./permissions.ts";

type Meta = {
  access: Access;
  /** The words of a refusal, if they differ from the usual ones. */
  refusal?: string | undefined;
  /** Whether it accepts more text than a form has, such as a document. */
  takesDocument?: boolean | undefined;
  /** Whether one request costs as much as many others, so that fewer run at once. */
  isHeavy?: boolean | undefined;
  /** Why a repeated request is harmless; for an endpoint that may be retried, has no key, and whose method promises no such thing. */
  twice?: string | undefined;
  /** Whether programs may call it too, with an API key, below `/api/v1` (docs/api.md). What stands there stays as it is: see docs/decisions/0136. */
  v1?: true;
};

/** The unusual things about an endpoint. */
type About = Omit<Meta, "access">;

/** Begins an endpoint's declaration: its permission and its address below `/api`. Every endpoint may fail with the errors below. */
export function endpoint(access: Access, method: HTTPMethod, path: HTTPPath, about: About = {}) {
  return oc
    .$meta<Meta>({ access, ...about })
    .errors(
      among(
        ...(["input_invalid", "not_signed_in", "two_factor_required", "not_allowed"] as const),
        ...(["too_many_requests", "took_too_long", "service_unavailable", "no_room"] as const),
        ...(["try_again", "unexpected"] as const),
      ),
    )
    .route({ method, path });
}

export type Endpoint = {
  /** Such as `tickets.changeStatus`. */
  name: string;
  method: string;
  /** The path below `/api`, such as `/tickets/{id}/status`. */
  path: string;
  access: Access;
  about: About;
  procedure: AnyContractProcedure;
};

/** Lists every endpoint in a part of the contract, at any depth. */
export function endpointsOf(part: unknown, name = ""): Endpoint[] {
  if (!isContractProcedure(part)) {
    const inner = z.record(z.string(), z.unknown()).parse(part);
    return Object.entries(inner).flatMap(([key, value]) => endpointsOf(value, name ? `${name}.${key}` : key));
  }
  const { route } = part["~orpc"];
  const { access, ...about }: Partial<Meta> = part["~orpc"].meta;
  if (!route.method || !route.path) throw new Error(`The endpoint ${name} has no method or path`);
  if (!access) throw new Error(`The endpoint ${name} names no permission`);
  return [{ name, method: route.method, path: route.path, access, about, procedure: part }];
}
