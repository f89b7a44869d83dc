import { type AnyContractProcedure, type HTTPMethod, type HTTPPath, isContractProcedure, oc } from "@orpc/contract";
import * as z from "zod";
import { among } from "./errors.ts";
import type { Access } from "./permissions.ts";

type Meta = {
  access: Access;
  /** What somebody is told who may not do it, where that has words of its own. */
  refusal?: string | undefined;
  /** Whether it takes more than a form's worth of text, as a document is. */
  takesDocument?: boolean | undefined;
  /** Whether one request costs as much as many others do, so that fewer are worked on at once. */
  isHeavy?: boolean | undefined;
  /** Why asking twice is as good as once, of what is neither a reading nor a setting by its method, carries no key, and is tried again. */
  twice?: string | undefined;
};

/** What is unusual about an endpoint. */
type About = Omit<Meta, "access">;

/** An endpoint's declaration begins here: its permission and its address below `/api`. Every one may fail in the ways named below. */
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
  /** As `tickets.changeStatus`. */
  name: string;
  method: string;
  /** Below `/api`, as `/tickets/{id}/status`. */
  path: string;
  access: Access;
  about: About;
  procedure: AnyContractProcedure;
};

/** Every endpoint in a part of the contract, however deep. */
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
